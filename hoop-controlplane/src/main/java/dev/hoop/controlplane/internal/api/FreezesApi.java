package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.internal.admin.FreezeAdministration;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Freezes.Target;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.Optional;

/** {@code /api/freezes}. */
final class FreezesApi {

    private final FreezeAdministration freezes;
    private final PeopleAccess access;

    FreezesApi(FreezeAdministration freezes, PeopleAccess access) {
        this.freezes = freezes;
        this.access = access;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/freezes", this::list)
                .blocking("POST", "/api/freezes", this::start)
                .blocking("POST", "/api/freezes/{id}/end", this::end);
    }

    private WebResponse list(WebRequest request) {
        access.require(request);
        boolean ended =
                request.query("ended").filter(value -> value.equals("true")).isPresent();
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("freezes");
        freezes.list(ended).forEach(freeze -> array.add(FreezeJson.of(freeze)));
        return AdministrationApi.answer(200, json);
    }

    private WebResponse start(WebRequest request) {
        Person by = access.requireForChange(request).person();
        JsonNode body = Fields.object(request, "sidecar", "listener", "requester", "reason");
        Target target = target(body);
        Optional<String> reason = Reasons.clean(Fields.anyLength(body, "reason"));
        return Refusals.answered(() -> AdministrationApi.answer(201, FreezeJson.of(freezes.start(by, target, reason))));
    }

    private static Target target(JsonNode body) {
        Optional<String> sidecar = Fields.optional(body, "sidecar");
        Optional<String> listener = Fields.optional(body, "listener");
        Optional<String> requester = Fields.optional(body, "requester");
        if (requester.isPresent() && sidecar.isEmpty() && listener.isEmpty()) {
            return new Target.Requester(requester.get());
        }
        if (requester.isPresent() || sidecar.isEmpty()) {
            throw new WebFailure(400, "send 'requester', or 'sidecar', or 'sidecar' and 'listener'");
        }
        String name = sidecar.get();
        return listener.<Target>map(one -> new Target.Listener(name, one)).orElseGet(() -> new Target.Sidecar(name));
    }

    private WebResponse end(WebRequest request) {
        Person by = access.requireForChange(request).person();
        Optional<String> reason = Reasons.clean(Fields.anyLength(Fields.object(request, "reason"), "reason"));
        return Refusals.answered(() ->
                AdministrationApi.answer(200, FreezeJson.of(freezes.end(by, request.pathParameter("id"), reason))));
    }
}
