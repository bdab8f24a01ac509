package dev.hoop.mcp.internal.review;

import dev.hoop.mcp.internal.tool.ToolResult;
import dev.hoop.review.ReviewFailure;
import java.util.concurrent.CompletionException;

/** What an agent does when its review cannot be read. */
final class FailureWords {

    private static final String BY_A_PERSON = "Stop. A person checks the review in the Control Plane.";

    private FailureWords() {}

    static ToolResult result(ReviewFailure.Kind kind) {
        return ToolResult.error(
                switch (kind) {
                    case NOT_FOUND ->
                        "Not found on this Sidecar: the id is wrong, or the review belongs to another Sidecar. Stop, unless the"
                                + " denial came from another Sidecar: then call the tool of that Sidecar's MCP entry.";
                    case TOO_OLD ->
                        "The Control Plane is older than this Sidecar and cannot report this. " + BY_A_PERSON;
                    case UNREACHABLE ->
                        "The Control Plane cannot be reached now, so the status of the review is unknown. Do not resend the"
                                + " statement. Call this tool again in a few seconds; if it keeps failing, a person checks the"
                                + " review in the Control Plane.";
                    case UNAUTHORIZED -> "The Control Plane does not accept this Sidecar's token. " + BY_A_PERSON;
                    case FROZEN ->
                        "A person froze this agent, listener or Sidecar in the Control Plane. " + BY_A_PERSON;
                    case TOO_MANY ->
                        "Too many reviews wait in the Control Plane for it to answer now. Call this tool again in a minute.";
                    case REFUSED -> "The Control Plane refused to answer. " + BY_A_PERSON;
                    case GARBLED -> "The Control Plane's answer could not be understood. " + BY_A_PERSON;
                    case NO_PLANE ->
                        "This Sidecar has no Control Plane, so it has no reviews. Stop. A person mends that.";
                });
    }

    /** The sidecar goes away; another replica, or the next start of this one, answers. */
    static ToolResult ending() {
        return ToolResult.error(
                "This Sidecar is shutting down. Do not resend the statement. Call this tool again in a few"
                        + " seconds.");
    }

    /** For whatever a stage of the review service failed with. */
    static ToolResult result(Throwable thrown) {
        return result(failure(thrown).kind());
    }

    static ReviewFailure failure(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return cause instanceof ReviewFailure known
                ? known
                : new ReviewFailure(ReviewFailure.Kind.GARBLED, "unforeseen: " + cause, cause);
    }
}
