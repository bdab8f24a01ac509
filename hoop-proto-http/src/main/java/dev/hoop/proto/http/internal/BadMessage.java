package dev.hoop.proto.http.internal;

/**
 * A message that is refused because it is malformed, or because two readers could understand it differently. The
 * connection that carried it cannot be used any more, since where the next message starts is not known.
 *
 * <p>Has no stack trace: it is an answer to a peer, not a defect of the program.
 */
public final class BadMessage extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * @param status the status to refuse it with where it is a request, 400 to 599
     * @param reason what is wrong and what to send instead; free of the peer's own bytes
     */
    public BadMessage(int status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    /** A refusal with status 400. */
    public static BadMessage badRequest(String reason) {
        return new BadMessage(400, reason);
    }

    /** The status to refuse it with where it is a request. */
    public int status() {
        return status;
    }

    /** What is wrong; safe to log and to send. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
