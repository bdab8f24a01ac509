package dev.hoop.review;

/**
 * What an agent does next, so that it never interprets a status on its own. This is the one status-to-next table: the
 * status path, the MCP tools, denials and the Control Plane all read it here.
 */
public enum NextStep {
    /** Wait again; do not resend. */
    WAIT("wait"),

    /** Resend the identical statement once. */
    RESEND_IDENTICAL_STATEMENT("resend_identical_statement"),

    /** Stop; only a person asks again. */
    STOP("stop");

    private final String word;

    NextStep(String word) {
        this.word = word;
    }

    /** The word on the wire. */
    public String word() {
        return word;
    }

    /** The step for a status; {@link #STOP} for every one that is not pending or approved, known or not. */
    public static NextStep of(ReviewStatus status) {
        if (status.equals(ReviewStatus.PENDING)) {
            return WAIT;
        }
        if (status.equals(ReviewStatus.APPROVED)) {
            return RESEND_IDENTICAL_STATEMENT;
        }
        return STOP;
    }
}
