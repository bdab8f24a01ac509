package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.internal.admin.RuleAdministration;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.time.Duration;
import java.util.Optional;

/** {@code /api/approval-rules}. */
final class RulesApi {

    private final RuleAdministration rules;
    private final PeopleAccess access;

    RulesApi(RuleAdministration rules, PeopleAccess access) {
        this.rules = rules;
        this.access = access;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/approval-rules", this::list)
                .blocking("POST", "/api/approval-rules", this::create)
                .blocking("GET", "/api/approval-rules/{name}", this::get)
                .blocking("PUT", "/api/approval-rules/{name}", this::put)
                .blocking("DELETE", "/api/approval-rules/{name}", this::delete);
    }

    private WebResponse list(WebRequest request) {
        Person by = access.require(request).person();
        return Refusals.answered(() -> {
            ObjectNode json = Json.object();
            ArrayNode array = json.putArray("approval_rules");
            rules.list(by).forEach(rule -> array.add(json(rule)));
            return AdministrationApi.answer(200, json);
        });
    }

    private WebResponse get(WebRequest request) {
        Person by = access.require(request).person();
        return Refusals.answered(() -> AdministrationApi.answer(200, json(rules.get(by, name(request)))));
    }

    private WebResponse create(WebRequest request) {
        Person by = access.requireForChange(request).person();
        JsonNode body = body(request);
        ApprovalRule rule = rule(body, Fields.required(body, "name"));
        return Refusals.answered(() -> {
            rules.create(by, rule);
            return AdministrationApi.answer(201, json(rules.get(by, rule.name())));
        });
    }

    private WebResponse put(WebRequest request) {
        Person by = access.requireForChange(request).person();
        JsonNode body = body(request);
        if (!Fields.optional(body, "name").orElse(name(request)).equals(name(request))) {
            throw new WebFailure(400, "'name' is not the one in the path: a rule cannot be renamed");
        }
        ApprovalRule rule = rule(body, name(request));
        return Refusals.answered(() -> {
            rules.put(by, rule);
            return AdministrationApi.answer(200, json(rules.get(by, rule.name())));
        });
    }

    private WebResponse delete(WebRequest request) {
        Person by = access.requireForChange(request).person();
        return Refusals.answered(() -> {
            rules.delete(by, name(request));
            return AdministrationApi.done();
        });
    }

    private static JsonNode body(WebRequest request) {
        return Fields.object(
                request,
                "name",
                "reviewers_groups",
                "min_approvals",
                "all_groups_must_approve",
                "force_approval_groups",
                "pending_ttl_sec",
                "approval_ttl_sec",
                "allow_self_approval");
    }

    private static ApprovalRule rule(JsonNode body, String name) {
        long approvals = Fields.whole(body, "min_approvals").orElse(1L);
        try {
            return new ApprovalRule(
                    name,
                    Fields.texts(body, "reviewers_groups"),
                    (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, approvals)),
                    Fields.flag(body, "all_groups_must_approve"),
                    Fields.texts(body, "force_approval_groups"),
                    seconds(body, "pending_ttl_sec"),
                    seconds(body, "approval_ttl_sec"),
                    Fields.flag(body, "allow_self_approval"));
        } catch (IllegalArgumentException e) {
            throw new WebFailure(400, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Duration> seconds(JsonNode body, String key) {
        return Fields.whole(body, key).map(Duration::ofSeconds);
    }

    private static String name(WebRequest request) {
        return request.pathParameter("name");
    }

    private static ObjectNode json(RuleAdministration.View view) {
        ApprovalRule rule = view.rule();
        ObjectNode json = Json.object().put("name", rule.name()).put("declared", view.declared());
        ArrayNode reviewers = json.putArray("reviewers_groups");
        rule.reviewersGroups().forEach(reviewers::add);
        json.put("min_approvals", rule.minApprovals());
        json.put("all_groups_must_approve", rule.allGroupsMustApprove());
        ArrayNode forcing = json.putArray("force_approval_groups");
        rule.forceApprovalGroups().forEach(forcing::add);
        rule.pendingTtl().ifPresent(ttl -> json.put("pending_ttl_sec", ttl.toSeconds()));
        rule.approvalTtl().ifPresent(ttl -> json.put("approval_ttl_sec", ttl.toSeconds()));
        json.put("allow_self_approval", rule.allowSelfApproval());
        view.missing().ifPresent(missing -> json.put("missing", missing));
        return json;
    }
}
