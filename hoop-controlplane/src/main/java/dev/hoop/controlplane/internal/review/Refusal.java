package dev.hoop.controlplane.internal.review;

import java.time.Duration;

/** A request that is understood and not done. The message says why and what to do. */
public final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** What callers tell apart. */
    public enum Kind {
        /** There is no such review for this caller. */
        NOT_FOUND,
        /** This caller may not. */
        FORBIDDEN,
        /** The review is in another state by now. */
        TOO_LATE,
        /** Nobody could approve it, or the sidecar is not configured for it. */
        UNSATISFIABLE,
        /** It cannot be meant. */
        INVALID,
        /** It contradicts what there is. */
        CONFLICT,
        /** Who asks was let in, and is not any more. */
        SHUT_OUT,
        /** Who asks is frozen. */
        FROZEN,
        /** A limit is reached; later it may work. */
        TOO_MANY
    }

    private final Kind kind;
    private final Duration retryAfter;

    public Refusal(Kind kind, String message) {
        this(kind, message, Duration.ZERO);
    }

    /** @param retryAfter when asking again may help; zero when that is not known */
    public Refusal(Kind kind, String message, Duration retryAfter) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    public Kind kind() {
        return kind;
    }

    /** When asking again may help; zero when that is not known. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
