package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebResponse;
import java.time.Duration;
import java.util.function.Supplier;

/** The status of a refusal on the wire, CONTRACTS sections 6 and 7. */
public final class Refusals {

    private Refusals() {}

    /** The refusal as an answer. */
    public static WebFailure toFailure(Refusal refusal) {
        WebFailure failure = new WebFailure(status(refusal.kind()), String.valueOf(refusal.getMessage()));
        // A sidecar tells these from another 403 or 429 by the word.
        failure = switch (refusal.kind()) {
            case FROZEN -> failure.with("kind", "frozen");
            case TOO_MANY -> failure.with("kind", "too_many");
            default -> failure;
        };
        long seconds = refusal.retryAfter().plusMillis(999).toSeconds();
        return seconds > 0 ? failure.withRetryAfter(Duration.ofSeconds(seconds)) : failure;
    }

    /** What a call answers, with a refusal as its answer. */
    static WebResponse answered(Supplier<WebResponse> call) {
        try {
            return call.get();
        } catch (Refusal refusal) {
            throw toFailure(refusal);
        }
    }

    /** The HTTP status of a kind of refusal. */
    public static int status(Refusal.Kind kind) {
        return switch (kind) {
            case NOT_FOUND -> 404;
            case SHUT_OUT -> 401;
            case FORBIDDEN, FROZEN -> 403;
            case TOO_LATE, INVALID -> 400;
            case CONFLICT -> 409;
            case TOO_MANY -> 429;
            case UNSATISFIABLE -> 422;
        };
    }
}
