package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.web.WebFailure;

/** The status of a refusal on the wire, CONTRACTS sections 6 and 7. */
public final class Refusals {

    private Refusals() {}

    /** The refusal as an answer. */
    public static WebFailure toFailure(Refusal refusal) {
        return new WebFailure(status(refusal.kind()), String.valueOf(refusal.getMessage()));
    }

    /** The HTTP status of a kind of refusal. */
    public static int status(Refusal.Kind kind) {
        return switch (kind) {
            case NOT_FOUND -> 404;
            case FORBIDDEN -> 403;
            case TOO_LATE -> 400;
            case UNSATISFIABLE -> 422;
        };
    }
}
