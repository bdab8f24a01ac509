package dev.hoop.controlplane.internal.review;

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
        UNSATISFIABLE
    }

    private final Kind kind;

    public Refusal(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
