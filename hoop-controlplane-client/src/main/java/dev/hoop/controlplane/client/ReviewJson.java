package dev.hoop.controlplane.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reviews on the wire, CONTRACTS section 6. What is not exactly of that shape is {@link Kind#GARBLED}. */
final class ReviewJson {

    /** Names and reasons end up in headers, error texts and logs: they are cut there. */
    private static final int MOST_NAME = 256;

    private static final int MOST_REASON = 2_000;

    /** A status goes into a header as it stands. */
    private static final Pattern STATUS = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private ReviewJson() {}

    static byte[] filing(ReviewRequest request) {
        ObjectNode body = Json.object();
        body.put("listener_name", request.listenerName());
        body.put("approval_rule", request.approvalRule());
        body.put("payload", Base64.getEncoder().encodeToString(request.payload()));
        ObjectNode requester = body.putObject("requester");
        request.requester().subject().ifPresent(subject -> requester.put("subject", subject));
        request.requester().email().ifPresent(email -> requester.put("email", email));
        requester.put("peer_addr", request.requester().peerAddress());
        requester.put("method", request.requester().method());
        ObjectNode context = context(request.context());
        if (!context.isEmpty()) {
            body.set("context", context);
        }
        return Json.write(body);
    }

    /** An additional object: a plane that does not know it passes it over. */
    private static ObjectNode context(ReviewContext context) {
        ObjectNode json = Json.object();
        context.texts().forEach(json::put);
        if (!context.parameters().isEmpty()) {
            ArrayNode parameters = json.putArray("parameters");
            context.parameters().forEach(parameters::add);
        }
        return json;
    }

    static ReviewAnswer answer(byte[] body) throws ReviewFailure {
        JsonNode root = tree(body);
        JsonNode forward = root.path("forward");
        if (!forward.isBoolean()) {
            throw garbled("forward is missing or neither true nor false");
        }
        Review review = review(root.path("review"));
        JsonNode refused = root.path("refused");
        if (refused.isObject() && !forward.booleanValue()) {
            throw refused(refused);
        }
        if (forward.booleanValue() && !maySpend(review.status())) {
            throw garbled("it says to forward a review that is " + review.status());
        }
        return new ReviewAnswer(forward.booleanValue(), review);
    }

    /** The approval stands and is not spent, for a reason of which only the first is known to this version. */
    private static ReviewFailure refused(JsonNode refused) {
        String why = line(refused.path("message").asText(), MOST_NAME);
        return refused.path("kind").asText().equals(AnswerStatus.FROZEN)
                ? new ReviewFailure(Kind.FROZEN, "the control plane spends no approval of who is frozen: " + why)
                : new ReviewFailure(Kind.REFUSED, "the control plane does not spend the approval: " + why);
    }

    /** The review was approved up to this answer, and is spent by it: a plane may tell either. */
    private static boolean maySpend(ReviewStatus status) {
        return status.equals(ReviewStatus.APPROVED) || status.equals(ReviewStatus.EXECUTED);
    }

    static Review review(byte[] body) throws ReviewFailure {
        return review(tree(body));
    }

    static List<Review> reviews(byte[] body, int most) throws ReviewFailure {
        JsonNode root = tree(body);
        if (!root.isArray() || root.size() > most) {
            throw garbled("it is not a list of at most " + most + " reviews");
        }
        List<Review> reviews = new ArrayList<>();
        for (JsonNode item : root) {
            reviews.add(review(item));
        }
        return List.copyOf(reviews);
    }

    /** The id of a review that is all one wants to know of it. */
    static Optional<ReviewId> id(byte[] body) {
        return Json.read(body)
                .map(root -> root.path("id"))
                .filter(JsonNode::isTextual)
                .flatMap(id -> ReviewId.parse(id.textValue()));
    }

    private static JsonNode tree(byte[] body) throws ReviewFailure {
        return Json.read(body).orElseThrow(() -> garbled("it is not JSON"));
    }

    private static Review review(JsonNode node) throws ReviewFailure {
        if (!node.isObject()) {
            throw garbled("there is no review in it");
        }
        ReviewId id = ReviewId.parse(required(node, "id")).orElseThrow(() -> garbled("id cannot be a review's id"));
        String status = required(node, "status");
        if (!STATUS.matcher(status).matches()) {
            throw garbled("status is not a word");
        }
        return new Review(
                id,
                new ReviewStatus(status),
                required(node, "listener_name"),
                text(node, "approval_rule"),
                time(node, "created_at"),
                time(node, "decided_at"),
                text(node, "decided_by").map(name -> line(name, MOST_NAME)).filter(name -> !name.isEmpty()),
                time(node, "expires_at"),
                text(node, "rejection_reason")
                        .map(reason -> line(reason, MOST_REASON))
                        .filter(reason -> !reason.isEmpty()));
    }

    private static String required(JsonNode node, String field) throws ReviewFailure {
        return text(node, field).orElseThrow(() -> garbled(field + " is missing"));
    }

    private static Optional<String> text(JsonNode node, String field) throws ReviewFailure {
        JsonNode value = node.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw garbled(field + " is not a string");
        }
        return Optional.of(value.textValue());
    }

    private static Optional<Instant> time(JsonNode node, String field) throws ReviewFailure {
        Optional<String> text = text(node, field);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text.get()).toInstant());
        } catch (DateTimeException e) {
            throw garbled(field + " is not a time of RFC 3339");
        }
    }

    /** Text from people as one line of bounded length, without anything that could end a header or a log line. */
    static String line(String text, int most) {
        StringBuilder line = new StringBuilder();
        text.strip()
                .codePoints()
                .limit(most)
                .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c)
                .forEach(line::appendCodePoint);
        return line.toString().strip();
    }

    static ReviewFailure garbled(String why) {
        return new ReviewFailure(Kind.GARBLED, "the control plane's answer could not be understood: " + why);
    }
}
