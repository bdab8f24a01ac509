package dev.hoop.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ends a request with an error status and {@code {"message": "..."}} as JSON. The message goes to the caller: it says what
 * to do and carries no secret.
 */
public final class WebFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;
    private final transient Map<String, String> members;
    private final Duration retryAfter;

    /**
     * @param status 400 to 599
     * @param message for the caller
     */
    public WebFailure(int status, String message) {
        this(status, message, Map.of(), Duration.ZERO);
    }

    private WebFailure(int status, String message, Map<String, String> members, Duration retryAfter) {
        // An expected outcome, not a fault: no stack trace is worth its cost.
        super(message, null, false, false);
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("not an error status: " + status);
        }
        this.status = status;
        this.members = Map.copyOf(members);
        this.retryAfter = retryAfter;
    }

    /** The same failure with one more member beside the message, for programs. */
    public WebFailure with(String member, String value) {
        Map<String, String> more = new LinkedHashMap<>(members);
        more.put(member, value);
        return new WebFailure(status, String.valueOf(getMessage()), more, retryAfter);
    }

    /** The same failure with {@code Retry-After}, in whole seconds. */
    public WebFailure withRetryAfter(Duration delay) {
        return new WebFailure(status, String.valueOf(getMessage()), members, delay);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The failure as an answer. */
    public WebResponse toResponse() {
        ObjectNode json = Json.object().put("message", String.valueOf(getMessage()));
        members.forEach(json::put);
        WebResponse response = Json.response(status, json);
        return retryAfter.isZero() ? response : response.with("retry-after", Long.toString(retryAfter.toSeconds()));
    }
}
