package dev.hoop.review;

/**
 * Why a {@link ReviewService} gave no answer. Every kind means that nothing runs.
 *
 * <p>The message tells an operator what happened and what to do; it carries no statement and no credential.
 */
public final class ReviewFailure extends Exception {

    private static final long serialVersionUID = 1;

    /** The kinds that a caller tells apart. */
    public enum Kind {
        /** Down, slow, or failing on its own: asking again later may help. */
        UNREACHABLE,
        /** No such review for this sidecar. */
        NOT_FOUND,
        /** The plane does not know the call: it is older than this sidecar. */
        TOO_OLD,
        /** The plane refused the filing: size, rule or listener; asking again does not help. */
        REFUSED,
        /** A person froze who asks: neither are questions taken nor approvals spent until they are unfrozen. */
        FROZEN,
        /** Who asks has asked too much for now: asking again later may help. */
        TOO_MANY,
        /** The plane does not accept this sidecar's credential. */
        UNAUTHORIZED,
        /** An answer that cannot be understood, or is about another review. */
        GARBLED,
        /** This sidecar runs without a Control Plane. */
        NO_PLANE;

        /** Whether asking again later may help, without anybody doing anything. */
        public boolean mayPass() {
            return this == UNREACHABLE || this == TOO_MANY;
        }
    }

    private final Kind kind;

    public ReviewFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public ReviewFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
