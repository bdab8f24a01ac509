package dev.hoop.web;

/**
 * Ends a request with an error status and {@code {"message": "..."}} as JSON. The message goes to the caller: it says what
 * to do and carries no secret.
 */
public final class WebFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * @param status 400 to 599
     * @param message for the caller
     */
    public WebFailure(int status, String message) {
        // An expected outcome, not a fault: no stack trace is worth its cost.
        super(message, null, false, false);
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("not an error status: " + status);
        }
        this.status = status;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The failure as an answer. */
    public WebResponse toResponse() {
        return Json.response(status, Json.object().put("message", String.valueOf(getMessage())));
    }
}
