package dev.hoop.testkit.plane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.review.Requester;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The sidecar API's JSON, written from its description and not with the client's code. */
final class PlaneJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private PlaneJson() {}

    static String answer(ReviewAnswer answer, boolean withApprover) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("forward", answer.forward());
        root.set("review", node(answer.review(), withApprover));
        return text(root);
    }

    /** The answer about an approval that is not spent, because who asks is frozen. */
    static String frozen(Review review) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("forward", false);
        root.set("review", node(review, true));
        root.putObject("refused").put("kind", "frozen").put("message", "the listener is frozen");
        return text(root);
    }

    static String review(Review review) {
        return text(node(review, true));
    }

    static String reviews(List<Review> reviews) {
        ArrayNode array = MAPPER.createArrayNode();
        reviews.forEach(review -> array.add(node(review, true)));
        return text(array);
    }

    static String message(String message) {
        return text(MAPPER.createObjectNode().put("message", message));
    }

    /** @throws IOException when it is no filing */
    static ReviewRequest filing(String body) throws IOException {
        JsonNode root = MAPPER.readTree(body);
        JsonNode requester = root.path("requester");
        try {
            return new ReviewRequest(
                    root.required("listener_name").textValue(),
                    root.required("approval_rule").textValue(),
                    Base64.getDecoder().decode(root.required("payload").textValue()),
                    new Requester(
                            optional(requester, "subject"),
                            optional(requester, "email"),
                            requester.required("peer_addr").textValue(),
                            requester.required("method").textValue()),
                    context(root.path("context")));
        } catch (IllegalArgumentException e) {
            throw new IOException("not a filing", e);
        }
    }

    private static ReviewContext context(JsonNode context) {
        List<String> parameters = new ArrayList<>();
        context.path("parameters").forEach(line -> parameters.add(line.asText()));
        return new ReviewContext(
                optional(context, "protocol"),
                optional(context, "guardrail"),
                optional(context, "why"),
                optional(context, "risk_level"),
                optional(context, "risk_why"),
                optional(context, "operation"),
                optional(context, "database"),
                optional(context, "shape"),
                parameters);
    }

    private static Optional<String> optional(JsonNode node, String field) {
        return Optional.ofNullable(node.path(field).textValue());
    }

    private static ObjectNode node(Review review, boolean withApprover) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("id", review.id().value());
        node.put("status", review.status().word());
        node.put("listener_name", review.listenerName());
        review.approvalRule().ifPresent(rule -> node.put("approval_rule", rule));
        review.createdAt().ifPresent(at -> node.put("created_at", at.toString()));
        node.put("decided_at", review.decidedAt().map(Instant::toString).orElse(null));
        if (withApprover) {
            review.decidedBy().ifPresent(by -> node.put("decided_by", by));
        }
        review.expiresAt().ifPresent(at -> node.put("expires_at", at.toString()));
        review.rejectionReason().ifPresent(reason -> node.put("rejection_reason", reason));
        return node;
    }

    private static String text(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can be written", e);
        }
    }
}
