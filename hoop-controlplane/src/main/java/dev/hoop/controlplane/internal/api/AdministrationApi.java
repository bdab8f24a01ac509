package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.internal.admin.Administration;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebResponse;

/** The calls by which people manage a plane, CONTRACTS section 7, in one class for each kind of thing. */
public final class AdministrationApi {

    private final Administration administration;
    private final PeopleAccess access;
    private final ClientAddress addresses;

    public AdministrationApi(Administration administration, PeopleAccess access, ClientAddress addresses) {
        this.administration = administration;
        this.access = access;
        this.addresses = addresses;
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        new SidecarsApi(administration.sidecars(), access).addTo(routes);
        new RulesApi(administration.rules(), access).addTo(routes);
        new UsersApi(administration.users(), access).addTo(routes);
        new FreezesApi(administration.freezes(), access).addTo(routes);
        new LogApi(administration.log(), access).addTo(routes);
        new OwnApi(administration.own(), access, addresses).addTo(routes);
    }

    static WebResponse answer(int status, JsonNode json) {
        return Json.response(status, json).with("cache-control", "no-store");
    }

    static WebResponse done() {
        return WebResponse.empty(204);
    }
}
