package dev.hoop.mcp.internal.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.review.NextStep;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What the tools take and give, as JSON Schema 2020-12. */
final class Schemas {

    private static final Set<String> MAY_BE_NULL = Set.of("approval_rule", "created_at", "decided_at");

    private Schemas() {}

    /** Arguments: these and no others. */
    static ObjectNode arguments(ObjectNode properties, List<String> required) {
        return object(properties, required).put("additionalProperties", false);
    }

    /** A result, which a later version may add to. */
    private static ObjectNode object(ObjectNode properties, List<String> required) {
        ObjectNode schema = Json.object().put("type", "object");
        schema.set("properties", properties);
        ArrayNode names = schema.putArray("required");
        required.forEach(names::add);
        return schema;
    }

    static ObjectNode id() {
        return text("The review id from the denial.").put("minLength", 1).put("maxLength", ReviewId.MAX_LENGTH);
    }

    static ObjectNode statusFilter() {
        ObjectNode schema = text("Only reviews in this status. Left out: all of them.");
        ArrayNode words = schema.putArray("enum");
        ReviewStatus.KNOWN.forEach(status -> words.add(status.word()));
        return schema;
    }

    static ObjectNode number(String description, int otherwise, int least, int most) {
        return Json.object()
                .put("type", "integer")
                .put("description", description)
                .put("default", otherwise)
                .put("minimum", least)
                .put("maximum", most);
    }

    private static ObjectNode text(String description) {
        return Json.object().put("type", "string").put("description", description);
    }

    /** Of one review. */
    static ObjectNode review() {
        return object(
                reviewProperties(),
                List.of(
                        "id",
                        "status",
                        "listener_name",
                        "approval_rule",
                        "created_at",
                        "decided_at",
                        "next",
                        "instruction"));
    }

    /** Of one review that was waited for. */
    static ObjectNode waited() {
        ObjectNode schema = review();
        ObjectNode properties = schema.withObjectProperty("properties");
        properties
                .putObject("timed_out")
                .put("type", "boolean")
                .put(
                        "description",
                        "Whether the timeout ended the wait before a person decided. Not an error: call again.");
        properties
                .putObject("waited_seconds")
                .put("type", "integer")
                .put("description", "How long this call waited.")
                .put("minimum", 0);
        schema.withArrayProperty("required").add("timed_out").add("waited_seconds");
        return schema;
    }

    /** Of a list of reviews. */
    static ObjectNode reviews() {
        ObjectNode properties = Json.object();
        ObjectNode list = properties.putObject("reviews").put("type", "array");
        list.set("items", review());
        return object(properties, List.of("reviews"));
    }

    private static ObjectNode reviewProperties() {
        ObjectNode properties = Json.object();
        properties.set("id", text("The review id."));
        // A newer Control Plane may know more statuses than these; `next` says what to do with any of them.
        properties.set("status", text("PENDING, APPROVED, REJECTED, REVOKED, EXECUTED or EXPIRED."));
        properties.set("listener_name", text("The listener that denied the statement."));
        properties.set("approval_rule", text("The approval rule whose reviewers decide."));
        properties.set("created_at", text("When the review was filed, RFC 3339, UTC."));
        properties.set("decided_at", text("When a person decided, RFC 3339, UTC. Null before that."));
        properties.set("decided_by", text("Who decided. Left out before that, and where it is not shown."));
        properties.set("expires_at", text("When it ends by itself, RFC 3339, UTC. Left out when it does not."));
        properties.set("rejection_reason", text("Why a person rejected it, when they said why."));
        ObjectNode next = text("What to do: wait, resend the identical statement once, or stop.");
        ArrayNode words = next.putArray("enum");
        Arrays.stream(NextStep.values()).forEach(step -> words.add(step.word()));
        properties.set("next", next);
        properties.set("instruction", text("The same as `next`, in words."));
        for (String name : MAY_BE_NULL) {
            ObjectNode property = properties.withObjectProperty(name);
            property.putArray("type").add("string").add("null");
        }
        return properties;
    }
}
