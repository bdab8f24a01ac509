package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.admin.SidecarAdministration;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.SidecarAccounts.Account;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Duration;

/** {@code /api/sidecars} for people. A sidecar's own calls under the same path are {@link SidecarApi}. */
final class SidecarsApi {

    private static final Duration DEFAULT_OVERLAP = Duration.ofHours(1);

    private final SidecarAdministration sidecars;
    private final PeopleAccess access;

    SidecarsApi(SidecarAdministration sidecars, PeopleAccess access) {
        this.sidecars = sidecars;
        this.access = access;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/sidecars", this::list)
                .blocking("POST", "/api/sidecars", this::register)
                .blocking("GET", "/api/sidecars/{name}", this::get)
                .blocking("PATCH", "/api/sidecars/{name}", this::update)
                .blocking("DELETE", "/api/sidecars/{name}", this::delete)
                .blocking("POST", "/api/sidecars/{name}/token", this::rotate)
                .blocking("DELETE", "/api/sidecars/{name}/old-token", this::endOldToken)
                .blocking("PUT", "/api/sidecars/{name}/configuration", this::configure)
                .blocking("DELETE", "/api/sidecars/{name}/configuration", this::dropConfiguration);
    }

    private WebResponse list(WebRequest request) {
        Person by = access.require(request).person();
        return Refusals.answered(() -> {
            ObjectNode json = Json.object();
            ArrayNode array = json.putArray("sidecars");
            sidecars.list(by).forEach(sidecar -> array.add(json(sidecar)));
            return AdministrationApi.answer(200, json);
        });
    }

    private WebResponse get(WebRequest request) {
        Person by = access.require(request).person();
        return Refusals.answered(() -> AdministrationApi.answer(200, complete(by, name(request))));
    }

    private WebResponse register(WebRequest request) {
        Person by = access.requireForChange(request).person();
        String name = Fields.name(Fields.object(request, "name"), "name");
        return Refusals.answered(() -> {
            SecretToken token = sidecars.register(by, name);
            return AdministrationApi.answer(201, complete(by, name).put("token", token.value()));
        });
    }

    private WebResponse rotate(WebRequest request) {
        Person by = access.requireForChange(request).person();
        Duration overlap = request.bodyLength() == 0
                ? DEFAULT_OVERLAP
                : Fields.whole(Fields.object(request, "old_token_sec"), "old_token_sec")
                        .map(Duration::ofSeconds)
                        .orElse(DEFAULT_OVERLAP);
        return Refusals.answered(() -> {
            SecretToken token = sidecars.rotate(by, name(request), overlap);
            return AdministrationApi.answer(200, complete(by, name(request)).put("token", token.value()));
        });
    }

    private WebResponse endOldToken(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            sidecars.endOldToken(by, name(request));
            return AdministrationApi.done();
        });
    }

    private WebResponse update(WebRequest request) {
        Person by = access.requireForChange(request).person();
        boolean disabled = Fields.flag(Fields.object(request, "disabled"), "disabled");
        return Refusals.answered(() -> {
            sidecars.setDisabled(by, name(request), disabled);
            return AdministrationApi.answer(200, complete(by, name(request)));
        });
    }

    private WebResponse delete(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            sidecars.delete(by, name(request));
            return AdministrationApi.done();
        });
    }

    private WebResponse configure(WebRequest request) {
        Person by = access.requireForChange(request).person();
        JsonNode document = Fields.object(request);
        return Refusals.answered(() -> {
            sidecars.putConfiguration(by, name(request), Json.write(document));
            return AdministrationApi.done();
        });
    }

    private WebResponse dropConfiguration(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            sidecars.dropConfiguration(by, name(request));
            return AdministrationApi.done();
        });
    }

    private static String name(WebRequest request) {
        return request.pathParameter("name");
    }

    private ObjectNode complete(Person by, String name) {
        ObjectNode json = json(sidecars.get(by, name));
        json.set(
                "configuration",
                sidecars.configuration(by, name)
                        .map(Json::read)
                        .orElseGet(() -> Json.object().nullNode()));
        return json;
    }

    private static ObjectNode json(Account sidecar) {
        ObjectNode json = Json.object().put("name", sidecar.name()).put("declared", sidecar.declared());
        json.put("status", sidecar.disabledAt().isPresent() ? "disabled" : sidecar.hasToken() ? "active" : "no_token");
        json.put("created_at", ReviewJson.time(sidecar.createdAt()));
        sidecar.lastSeenAt().ifPresent(at -> json.put("last_seen_at", ReviewJson.time(at)));
        sidecar.version().ifPresent(version -> json.put("version", version));
        sidecar.tokenAt().ifPresent(at -> json.put("token_since", ReviewJson.time(at)));
        sidecar.oldTokenEndsAt().ifPresent(at -> json.put("old_token_until", ReviewJson.time(at)));
        sidecar.configurationAt().ifPresent(at -> json.put("configuration_since", ReviewJson.time(at)));
        return json;
    }
}
