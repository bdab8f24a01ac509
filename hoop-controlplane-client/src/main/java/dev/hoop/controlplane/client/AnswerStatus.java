package dev.hoop.controlplane.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import java.util.Optional;

/** What an answer's status code means, CONTRACTS section 6. */
final class AnswerStatus {

    private static final int MOST_MESSAGE = 300;

    /** The word of a plane that tells a frozen one from a sidecar whose token it does not accept. */
    static final String FROZEN = "frozen";

    private AnswerStatus() {}

    /** @throws ReviewFailure unless the answer is a plain 200 or 201 */
    static void requireOk(PlaneHttp.Answer answer) throws ReviewFailure {
        int status = answer.status();
        if (status != 200 && status != 201) {
            throw failure(answer);
        }
    }

    private static ReviewFailure failure(PlaneHttp.Answer answer) {
        int status = answer.status();
        Optional<String> message = message(answer.body());
        String said = message.map(text -> ": " + text).orElse("");
        Optional<String> kind = text(answer.body(), "kind");
        if (status == 403 && kind.equals(Optional.of(FROZEN))) {
            return new ReviewFailure(Kind.FROZEN, "the control plane takes nothing from who is frozen" + said);
        }
        if (status == 429) {
            return new ReviewFailure(Kind.TOO_MANY, "the control plane takes no more for now" + said);
        }
        if (status == 404 && message.isPresent()) {
            return new ReviewFailure(Kind.NOT_FOUND, "the control plane knows no such review of this sidecar" + said);
        }
        if (status == 404 || status == 405) {
            return new ReviewFailure(
                    Kind.TOO_OLD,
                    "the control plane does not know this call (status " + status
                            + "): it is older than this sidecar, or control_plane_url leads elsewhere");
        }
        if (status == 401) {
            return new ReviewFailure(
                    Kind.UNAUTHORIZED,
                    "the control plane does not accept this sidecar's token (status 401); give it the one that the plane has"
                            + " for this sidecar, with --token-file or HOOP_SIDECAR_TOKEN");
        }
        if (status == 403) {
            return new ReviewFailure(
                    Kind.UNAUTHORIZED, "the control plane does not let this sidecar do that (status 403)" + said);
        }
        if (status >= 500 || status == 408) {
            return new ReviewFailure(Kind.UNREACHABLE, "the control plane failed with status " + status + said);
        }
        if (status >= 400) {
            return new ReviewFailure(Kind.REFUSED, "the control plane refused with status " + status + said);
        }
        if (status >= 300) {
            return ReviewJson.garbled("it is a redirect (status " + status
                    + "), which is not followed; control_plane_url must name the" + " plane itself");
        }
        return ReviewJson.garbled("its status is " + status);
    }

    /** The plane's own words of an error. */
    private static Optional<String> message(byte[] body) {
        return text(body, "message");
    }

    private static Optional<String> text(byte[] body, String member) {
        return Json.read(body)
                .filter(JsonNode::isObject)
                .map(root -> root.path(member))
                .filter(JsonNode::isTextual)
                .map(message -> ReviewJson.line(message.textValue(), MOST_MESSAGE));
    }
}
