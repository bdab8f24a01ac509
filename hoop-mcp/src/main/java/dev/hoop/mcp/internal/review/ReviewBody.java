package dev.hoop.mcp.internal.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** A review as tools tell it: the fields of the status path, and in words what to do. */
final class ReviewBody {

    private ReviewBody() {}

    static ObjectNode of(Review review) {
        ObjectNode json = Json.object()
                .put("id", review.id().value())
                .put("status", review.status().word())
                .put("listener_name", review.listenerName())
                .put("approval_rule", review.approvalRule().orElse(null))
                .put("created_at", review.createdAt().map(ReviewBody::time).orElse(null))
                .put("decided_at", review.decidedAt().map(ReviewBody::time).orElse(null));
        review.decidedBy().ifPresent(name -> json.put("decided_by", name));
        review.expiresAt().ifPresent(at -> json.put("expires_at", time(at)));
        review.rejectionReason().ifPresent(reason -> json.put("rejection_reason", reason));
        return json.put("next", review.next().word()).put("instruction", instruction(review));
    }

    static String instruction(Review review) {
        return switch (review.next()) {
            case WAIT ->
                "Waiting for approval. Do not resend the statement yet. Call review_wait with this id to learn the decision.";
            case RESEND_IDENTICAL_STATEMENT ->
                "Approved. Resend the identical statement, byte for byte, to listener " + review.listenerName()
                        + ". It runs once." + before(review.expiresAt()) + by(review);
            case STOP -> ended(review) + " Stop: do not resend the statement. Only a person asks again.";
        };
    }

    private static String before(Optional<Instant> expiry) {
        return expiry.map(at -> " Resend it before " + time(at) + ", when the approval expires.")
                .orElse("");
    }

    /** An agent that is told nothing reports an approved change as having run unattended. */
    private static String by(Review review) {
        return review.decidedBy()
                .map(name -> " Approved by " + name + ": say so when you report what was done.")
                .orElse("");
    }

    private static String ended(Review review) {
        ReviewStatus status = review.status();
        if (status.equals(ReviewStatus.REJECTED)) {
            return "Rejected by " + review.decidedBy().orElse("a person")
                    + (review.rejectionReason().isPresent() ? ", who says why in rejection_reason." : ".");
        }
        if (status.equals(ReviewStatus.REVOKED)) {
            return "The approval was revoked before it was used.";
        }
        if (status.equals(ReviewStatus.EXECUTED)) {
            return "The approval was used: the statement ran once." + by(review);
        }
        if (status.equals(ReviewStatus.EXPIRED)) {
            return "The review expired.";
        }
        return "The review is " + status + ", which does not let the statement run.";
    }

    /** RFC 3339, UTC, with seconds. */
    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
