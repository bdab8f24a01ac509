package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.internal.admin.UserAdministration;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Users.Account;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code /api/users}. */
final class UsersApi {

    private final UserAdministration users;
    private final PeopleAccess access;

    UsersApi(UserAdministration users, PeopleAccess access) {
        this.users = users;
        this.access = access;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/users", this::list)
                .blocking("POST", "/api/users", this::create)
                .blocking("GET", "/api/users/{email}", this::get)
                .blocking("PUT", "/api/users/{email}", this::update)
                .blocking("PATCH", "/api/users/{email}", this::disable)
                .blocking("DELETE", "/api/users/{email}", this::delete)
                .blocking("PUT", "/api/users/{email}/password", this::setPassword)
                .blocking("DELETE", "/api/users/{email}/password", this::removePassword)
                .blocking("DELETE", "/api/users/{email}/sessions", this::endSessions);
    }

    private WebResponse list(WebRequest request) {
        Person by = access.require(request).person();
        return Refusals.answered(() -> {
            ObjectNode json = Json.object();
            ArrayNode array = json.putArray("users");
            users.list(by).forEach(user -> array.add(json(user)));
            return AdministrationApi.answer(200, json);
        });
    }

    private WebResponse get(WebRequest request) {
        Person by = access.require(request).person();
        return Refusals.answered(() -> AdministrationApi.answer(200, json(users.get(by, email(request)))));
    }

    private WebResponse create(WebRequest request) {
        Person by = access.requireForChange(request).person();
        JsonNode body = Fields.object(request, "email", "name", "groups", "capabilities", "password");
        PlaneUser user = user(body, Fields.required(body, "email"));
        Optional<String> password = Fields.anyLength(body, "password");
        return Refusals.answered(() -> AdministrationApi.answer(201, json(users.create(by, user, password))));
    }

    private WebResponse update(WebRequest request) {
        Person by = access.requireForChange(request).person();
        PlaneUser user = user(Fields.object(request, "name", "groups", "capabilities"), email(request));
        return Refusals.answered(() -> AdministrationApi.answer(200, json(users.update(by, user))));
    }

    private WebResponse disable(WebRequest request) {
        Person by = access.requireForChange(request).person();
        boolean disabled = Fields.flag(Fields.object(request, "disabled"), "disabled");
        return Refusals.answered(() -> {
            users.setDisabled(by, email(request), disabled);
            return AdministrationApi.answer(200, json(users.get(by, email(request))));
        });
    }

    private WebResponse delete(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            users.delete(by, email(request));
            return AdministrationApi.done();
        });
    }

    private WebResponse setPassword(WebRequest request) {
        Person by = access.requireForChange(request).person();
        JsonNode body = Fields.object(request, "password");
        String password = Fields.anyLength(body, "password")
                .orElseThrow(() -> new WebFailure(400, "'password' is missing: send a string"));
        return Refusals.answered(() -> {
            users.setPassword(by, email(request), Optional.of(password));
            return AdministrationApi.done();
        });
    }

    private WebResponse removePassword(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            users.setPassword(by, email(request), Optional.empty());
            return AdministrationApi.done();
        });
    }

    private WebResponse endSessions(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            users.endSessions(by, email(request));
            return AdministrationApi.done();
        });
    }

    private static String email(WebRequest request) {
        return request.pathParameter("email");
    }

    private static PlaneUser user(JsonNode body, String email) {
        Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
        List<String> words = Fields.texts(body, "capabilities");
        for (String word : words) {
            capabilities.add(Capability.parse(word)
                    .orElseThrow(() -> new WebFailure(400, "'capabilities' are review, admin and audit")));
        }
        if (!body.has("capabilities")) {
            capabilities.add(Capability.REVIEW);
        }
        try {
            return new PlaneUser(
                    email, Fields.required(body, "name"), Fields.texts(body, "groups"), capabilities, Optional.empty());
        } catch (IllegalArgumentException e) {
            throw new WebFailure(400, String.valueOf(e.getMessage()));
        }
    }

    private static ObjectNode json(Account user) {
        ObjectNode json = Json.object().put("email", user.email()).put("name", user.name());
        ArrayNode groups = json.putArray("groups");
        user.groups().forEach(groups::add);
        ArrayNode capabilities = json.putArray("capabilities");
        user.capabilities().forEach(capability -> capabilities.add(capability.word()));
        json.put("declared", user.declared());
        json.put("from_provider", user.fromProvider());
        json.put("has_password", user.hasPassword());
        json.put("disabled", user.disabledAt().isPresent());
        json.put("created_at", ReviewJson.time(user.createdAt()));
        return json;
    }
}
