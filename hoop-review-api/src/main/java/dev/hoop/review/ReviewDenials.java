package dev.hoop.review;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The texts of review denials, in one place.
 *
 * @param message the listener's own message, which every text carries
 * @param mcp whether this sidecar serves MCP, which changes what a waiting agent is told to do
 */
public record ReviewDenials(String message, boolean mcp) {

    /** How long an agent in return mode waits before it asks again, in seconds. */
    public static final int RETRY_AFTER_SECONDS = 5;

    /** Return mode: filed, and nobody has decided yet. */
    public Denial pending(ReviewId id) {
        String text = mcp
                ? "review " + id
                        + ": waiting for approval; call the MCP tool review_wait with the review id, then resend the"
                        + " identical statement once it is approved (" + message + ")"
                : message + ": waiting for approval; resend the identical statement once it is approved (review " + id
                        + ")";
        return review(text, id, ReviewStatus.PENDING, OptionalInt.of(RETRY_AFTER_SECONDS));
    }

    /** Hold mode: the hold's time ended and nobody has decided yet. */
    public Denial timedOut(ReviewId id, Duration waited) {
        return review(
                message + ": still waiting for approval after " + goDuration(waited)
                        + "; run the statement again once it is approved (review " + id + ")",
                id,
                ReviewStatus.PENDING,
                OptionalInt.empty());
    }

    /** The review ended, or is in a state that this version does not know: nothing runs. */
    public Denial ended(Review review) {
        ReviewStatus status = review.status();
        String what;
        if (status.equals(ReviewStatus.REJECTED)) {
            what = "rejected"
                    + review.rejectionReason().map(reason -> ": " + reason).orElse("");
        } else if (status.equals(ReviewStatus.REVOKED)) {
            what = "the approval was revoked";
        } else if (status.equals(ReviewStatus.EXECUTED)) {
            what = "the approval was already used";
        } else if (status.equals(ReviewStatus.EXPIRED)) {
            what = "the approval expired";
        } else {
            what = "the review is " + status + ", which does not let the statement run";
        }
        return new Denial(
                Denial.Kind.REVIEW,
                message + ": " + what + " (review " + review.id() + ")",
                Optional.of(review.id()),
                Optional.of(status),
                review.decidedBy(),
                OptionalInt.empty());
    }

    /** The sidecar shut down, or its listener changed, while the statement was held. */
    public Denial interrupted(ReviewId id) {
        return review(
                message + ": the sidecar is shutting down; run the statement again once it is approved (review " + id
                        + ")",
                id,
                ReviewStatus.PENDING,
                OptionalInt.empty());
    }

    /** The statement is larger than what can be reviewed: nothing was filed. */
    public Denial tooLarge(int bytes) {
        return new Denial(
                Denial.Kind.REVIEW,
                message + ": the statement has " + bytes + " bytes, more than the " + ReviewRequest.MAX_PAYLOAD_BYTES
                        + " that can be reviewed; nothing ran. Split it into smaller ones",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }

    /** The approval was spent, and then the statement's audit record could not be written. */
    public Denial spentUnrecorded(ReviewId id) {
        return review(
                message + ": the audit record could not be written; nothing ran, and the approval is spent: ask for a"
                        + " new one (review " + id + ")",
                id,
                ReviewStatus.EXECUTED,
                OptionalInt.empty());
    }

    /** No answer about the review could be had, for the given reason. */
    public Denial failed(ReviewFailure.Kind kind, Optional<ReviewId> id) {
        String what = switch (kind) {
            case UNREACHABLE -> "the control plane could not be asked for approval; nothing ran";
            case NO_PLANE -> "this sidecar has no control plane to ask for approval; nothing ran";
            case NOT_FOUND -> "the control plane does not know the review any more; nothing ran";
            case TOO_OLD -> "the control plane is older than this sidecar; nothing ran";
            case REFUSED -> "the control plane did not take the review; nothing ran";
            case FROZEN -> "frozen by a person in the control plane, where it has to be unfrozen; nothing ran";
            case TOO_MANY -> "too many reviews wait or were filed just now, so ask again later; nothing ran";
            case UNAUTHORIZED -> "the control plane does not accept this sidecar's token; nothing ran";
            case GARBLED -> "the control plane's answer could not be understood; nothing ran";
        };
        String suffix = id.map(known -> " (review " + known + ")").orElse("");
        return new Denial(
                Denial.Kind.REVIEW,
                message + ": " + what + suffix,
                id,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }

    private static Denial review(String text, ReviewId id, ReviewStatus status, OptionalInt retryAfter) {
        return new Denial(Denial.Kind.REVIEW, text, Optional.of(id), Optional.of(status), Optional.empty(), retryAfter);
    }

    /** A duration as the reference product prints it: {@code 30m0s}, {@code 1h0m0s}, {@code 45s}, {@code 1.5s}. */
    static String goDuration(Duration duration) {
        long seconds = duration.toSeconds();
        int millis = duration.toMillisPart();
        String fraction = millis == 0 ? "" : ("." + String.format("%03d", millis)).replaceAll("0+$", "");
        String text = seconds % 60 + fraction + "s";
        if (seconds >= 60) {
            text = seconds / 60 % 60 + "m" + text;
        }
        if (seconds >= 3600) {
            text = seconds / 3600 + "h" + text;
        }
        return text;
    }
}
