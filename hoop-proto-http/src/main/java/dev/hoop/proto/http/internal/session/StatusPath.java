package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.target.RequestTarget;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The path on which a listener itself tells an agent of a review, and the prefix around it, which is never forwarded.
 * Immutable.
 */
final class StatusPath {

    /** Belongs to the sidecar on every listener. */
    static final String PREFIX = "/.well-known/hoop/";

    private static final String REVIEWS = PREFIX + "reviews/";

    private final String listenerName;
    private final ReviewService reviews;

    StatusPath(String listenerName, ReviewService reviews) {
        this.listenerName = listenerName;
        this.reviews = reviews;
    }

    /** Whether any reading of the target's path lies under the prefix. */
    static boolean reserves(RequestTarget target) {
        return target.readings().anyUnder(PREFIX);
    }

    /** The answer to a request under the prefix; completes on any thread, and never exceptionally. */
    CompletionStage<LocalAnswer> answer(RequestHead head) {
        if (!head.method().equals("GET") && !head.isHead()) {
            return done(problem(
                    405, Fields.builder().add("Allow", "GET, HEAD"), "only GET and HEAD tell the status of a review"));
        }
        String path = head.target().path();
        Optional<ReviewId> id =
                path.startsWith(REVIEWS) ? ReviewId.parse(path.substring(REVIEWS.length())) : Optional.empty();
        if (id.isEmpty()) {
            return done(path.startsWith(REVIEWS) ? unknownReview() : noSuchPath());
        }
        return reviews.status(id.get()).handle((review, failure) -> {
            if (failure != null) {
                return failed(failure);
            }
            return review.listenerName().equals(listenerName) && review.id().equals(id.get())
                    ? found(review)
                    : unknownReview();
        });
    }

    private static LocalAnswer found(Review review) {
        JsonText json = new JsonText();
        json.field("id", review.id().value());
        json.field("status", review.status().word());
        json.field("listener_name", review.listenerName());
        json.field("approval_rule", review.approvalRule());
        json.field("created_at", review.createdAt().map(StatusPath::time));
        json.field("decided_at", review.decidedAt().map(StatusPath::time));
        review.decidedBy().ifPresent(name -> json.field("decided_by", name));
        review.expiresAt().ifPresent(at -> json.field("expires_at", time(at)));
        review.rejectionReason().ifPresent(reason -> json.field("rejection_reason", reason));
        json.field("next", review.next().word());
        return json(200, "OK", Fields.builder(), json);
    }

    private static LocalAnswer failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        ReviewFailure.Kind kind = cause instanceof ReviewFailure known ? known.kind() : ReviewFailure.Kind.GARBLED;
        return switch (kind) {
            case NOT_FOUND -> unknownReview();
            case NO_PLANE -> problem(503, "this sidecar has no control plane, so there are no reviews to tell of");
            case TOO_OLD ->
                problem(
                        502,
                        "the control plane is older than this sidecar and cannot tell the status; a person looks at the"
                                + " review in the control plane");
            case UNREACHABLE, REFUSED, UNAUTHORIZED, GARBLED, FROZEN, TOO_MANY ->
                problem(
                        502,
                        "the control plane could not tell the status of the review; a person looks at the review in the"
                                + " control plane");
        };
    }

    private static LocalAnswer unknownReview() {
        return problem(404, "review not found on this listener");
    }

    private static LocalAnswer noSuchPath() {
        return problem(404, "nothing is here: the status of a review is at " + REVIEWS + "<id>");
    }

    private static LocalAnswer problem(int status, String message) {
        return problem(status, Fields.builder(), message);
    }

    private static LocalAnswer problem(int status, Fields.Builder fields, String message) {
        JsonText json = new JsonText();
        json.field("message", message);
        return json(status, HttpDenials.reason(status), fields, json);
    }

    private static LocalAnswer json(int status, String reason, Fields.Builder fields, JsonText json) {
        fields.add("Content-Type", "application/json").add("Cache-Control", "no-store");
        return LocalAnswer.of(status, reason, fields, json.object());
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static CompletionStage<LocalAnswer> done(LocalAnswer answer) {
        return java.util.concurrent.CompletableFuture.completedStage(answer);
    }
}
