package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.review.ReviewContext;
import dev.hoop.web.Json;
import dev.hoop.web.WebFailure;
import java.util.ArrayList;
import java.util.List;

/** The {@code context} of a filing on the wire, and of a review for people. */
final class ContextJson {

    private ContextJson() {}

    /** Reads what a sidecar tells; keys that are not known are passed over, texts that are too long are cut. */
    static ReviewContext read(JsonNode context) {
        if (context.isMissingNode() || context.isNull()) {
            return ReviewContext.NONE;
        }
        if (!context.isObject()) {
            throw new WebFailure(400, "'context' is not an object");
        }
        return new ReviewContext(
                Fields.anyLength(context, "protocol"),
                Fields.anyLength(context, "guardrail"),
                Fields.anyLength(context, "why"),
                Fields.anyLength(context, "risk_level"),
                Fields.anyLength(context, "risk_why"),
                Fields.anyLength(context, "operation"),
                Fields.anyLength(context, "database"),
                Fields.anyLength(context, "shape"),
                parameters(context.path("parameters")));
    }

    private static List<String> parameters(JsonNode array) {
        List<String> lines = new ArrayList<>();
        if (!array.isMissingNode() && !array.isNull() && !array.isArray()) {
            throw new WebFailure(400, "'parameters' is not an array");
        }
        for (JsonNode line : array) {
            if (!line.isTextual()) {
                throw new WebFailure(400, "'parameters' holds something that is not a string");
            }
            lines.add(line.textValue());
        }
        return lines;
    }

    /** The same keys; those that are not known are missing. */
    static ObjectNode write(ReviewContext context) {
        ObjectNode json = Json.object();
        context.texts().forEach(json::put);
        if (!context.parameters().isEmpty()) {
            ArrayNode parameters = json.putArray("parameters");
            context.parameters().forEach(parameters::add);
        }
        return json;
    }
}
