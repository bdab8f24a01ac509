package dev.hoop.controlplane.internal.notify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.NotificationEvent;
import dev.hoop.controlplane.internal.review.StatementText;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened in words. Every text that came from outside is one line in which everything can be seen.
 *
 * @param headline in one sentence, without the full stop
 * @param facts what else there is to know
 * @param link what the link says
 */
record NotificationText(String headline, List<Fact> facts, String link) {

    /** One thing to know. */
    record Fact(String name, String value) {}

    static NotificationText of(Delivery delivery) {
        return delivery.event().isOfReview() ? ofReview(delivery) : ofFreeze(delivery);
    }

    private static NotificationText ofFreeze(Delivery delivery) {
        JsonNode freeze = delivery.told().path("freeze");
        List<Fact> facts = new ArrayList<>();
        String target = switch (freeze.path("kind").asText()) {
            case "listener" ->
                "The listener " + field(freeze, "listener") + " of the sidecar " + field(freeze, "sidecar");
            case "sidecar" -> "The sidecar " + field(freeze, "sidecar");
            default -> "The requester " + field(freeze, "requester");
        };
        boolean ended = delivery.event() == NotificationEvent.UNFROZEN;
        add(facts, "By", field(freeze, ended ? "ended_by" : "started_by"));
        add(facts, "Reason", field(freeze, ended ? "end_reason" : "reason"));
        String headline = target + (ended ? " is not frozen any more" : " was frozen");
        return new NotificationText(headline, facts, "See what is frozen");
    }

    private static NotificationText ofReview(Delivery delivery) {
        JsonNode review = delivery.told().path("review");
        List<Fact> facts = new ArrayList<>();
        add(facts, "Asked by", requester(review.path("requester")));
        add(facts, "Listener", field(review, "listener_name") + " on " + field(review, "sidecar"));
        add(facts, "Database", field(review, "database"));
        add(facts, "Approval rule", field(review, "approval_rule"));
        add(facts, "Risk", field(review, "risk_level"));
        add(facts, "Guardrail", field(review, "guardrail"));
        add(facts, "Why", field(review, "why"));
        add(facts, "Reason", field(review, "rejection_reason"));
        add(facts, "Ends", field(review, "expires_at"));
        return new NotificationText(headline(delivery, review), facts, "Open the review");
    }

    private static String headline(Delivery delivery, JsonNode review) {
        String operation = field(review, "operation");
        String what = (operation.isEmpty() || operation.equals("unknown") ? "A statement" : operation) + " on "
                + field(review, "listener_name");
        String by = field(review, "decided_by");
        return switch (delivery.event()) {
            case FILED -> what + " waits for approval";
            case DECIDED -> what + decided(field(review, "status")) + (by.isEmpty() ? "" : " by " + by);
            case EXECUTED -> what + " was let run once" + (by.isEmpty() ? "" : ", approved by " + by);
            case EXPIRED, FROZEN, UNFROZEN ->
                what + (by.isEmpty() ? " was not decided in time" : " was approved, and not run in time");
        };
    }

    private static String decided(String status) {
        return switch (status) {
            case "APPROVED" -> " was approved";
            case "REVOKED" -> ": the approval was revoked";
            default -> " was rejected";
        };
    }

    private static String requester(JsonNode requester) {
        for (String name : List.of("email", "subject", "peer_addr")) {
            String value = field(requester, name);
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    private static void add(List<Fact> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.add(new Fact(name, value));
        }
    }

    private static String field(JsonNode node, String name) {
        return StatementText.marked(node.path(name).asText(""));
    }
}
