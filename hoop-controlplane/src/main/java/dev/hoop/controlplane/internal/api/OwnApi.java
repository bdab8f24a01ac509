package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.internal.admin.OwnCredentials;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.PersonalTokens.Token;
import dev.hoop.controlplane.internal.store.Sessions.Session;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Duration;

/** {@code /api/me}, {@code /api/tokens} and {@code /api/sessions}: what everybody sees and manages of themselves. */
final class OwnApi {

    private final OwnCredentials own;
    private final PeopleAccess access;
    private final ClientAddress addresses;

    OwnApi(OwnCredentials own, PeopleAccess access, ClientAddress addresses) {
        this.own = own;
        this.access = access;
        this.addresses = addresses;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/me", this::me)
                .blocking("PUT", "/api/me/password", this::changePassword)
                .blocking("GET", "/api/tokens", this::tokens)
                .blocking("POST", "/api/tokens", this::makeToken)
                .blocking("DELETE", "/api/tokens/{id}", this::revokeToken)
                .blocking("GET", "/api/sessions", this::sessions)
                .blocking("DELETE", "/api/sessions/{id}", this::endSession);
    }

    private WebResponse me(WebRequest request) {
        Person person = access.require(request).person();
        ObjectNode json = Json.object().put("email", person.email()).put("name", person.name());
        ArrayNode groups = json.putArray("groups");
        person.groups().forEach(groups::add);
        ArrayNode capabilities = json.putArray("capabilities");
        person.capabilities().forEach(capability -> capabilities.add(capability.word()));
        return AdministrationApi.answer(200, json);
    }

    private WebResponse changePassword(WebRequest request) {
        PeopleAccess.Caller caller = requireNotByPersonalToken(request);
        JsonNode body = Fields.object(request, "current", "password");
        String current = Fields.anyLength(body, "current").orElse("");
        String password = Fields.anyLength(body, "password")
                .orElseThrow(() -> new WebFailure(400, "'password' is missing: send a string"));
        return Refusals.answered(() -> {
            own.changePassword(caller.person(), current, password, addresses.of(request));
            return AdministrationApi.done();
        });
    }

    private WebResponse tokens(WebRequest request) {
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("tokens");
        own.tokens(access.require(request).person()).forEach(token -> array.add(json(token)));
        return AdministrationApi.answer(200, json);
    }

    private WebResponse makeToken(WebRequest request) {
        PeopleAccess.Caller caller = requireNotByPersonalToken(request);
        JsonNode body = Fields.object(request, "name", "expires_in_days");
        String name = Fields.required(body, "name");
        long days = Fields.whole(body, "expires_in_days").orElse(OwnCredentials.TOKEN_LIFE.toDays());
        if (days < 1 || days > OwnCredentials.MAX_TOKEN_LIFE.toDays()) {
            throw new WebFailure(400, "'expires_in_days' is not 1 to " + OwnCredentials.MAX_TOKEN_LIFE.toDays());
        }
        return Refusals.answered(() -> {
            OwnCredentials.Made made = own.makeToken(caller.person(), name, Duration.ofDays(days));
            return AdministrationApi.answer(
                    201, json(made.token()).put("token", made.secret().value()));
        });
    }

    /** A token must not be a way to outlive its own end. */
    private PeopleAccess.Caller requireNotByPersonalToken(WebRequest request) {
        PeopleAccess.Caller caller = access.requireForChange(request);
        if (caller.byPersonalToken()) {
            throw new WebFailure(403, "a personal token makes no tokens and changes no password: sign in otherwise");
        }
        return caller;
    }

    private WebResponse revokeToken(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            own.revokeToken(by, request.pathParameter("id"));
            return AdministrationApi.done();
        });
    }

    private WebResponse sessions(WebRequest request) {
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("sessions");
        own.sessions(access.require(request).person()).forEach(session -> array.add(json(session)));
        return AdministrationApi.answer(200, json);
    }

    private WebResponse endSession(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            own.endSession(by, request.pathParameter("id"));
            return AdministrationApi.done();
        });
    }

    private static ObjectNode json(Token token) {
        ObjectNode json = Json.object().put("id", token.id()).put("name", token.name());
        json.put("created_at", ReviewJson.time(token.createdAt()));
        token.expiresAt().ifPresent(at -> json.put("expires_at", ReviewJson.time(at)));
        token.lastUsedAt().ifPresent(at -> json.put("last_used_at", ReviewJson.time(at)));
        return json;
    }

    private static ObjectNode json(Session session) {
        return Json.object()
                .put("id", session.id())
                .put("method", session.method())
                .put("created_at", ReviewJson.time(session.createdAt()))
                .put("last_seen_at", ReviewJson.time(session.lastSeenAt()))
                .put("expires_at", ReviewJson.time(session.expiresAt()));
    }
}
