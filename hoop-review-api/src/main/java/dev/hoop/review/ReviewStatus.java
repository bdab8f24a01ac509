package dev.hoop.review;

import java.util.List;

/**
 * The status of a review, in the Control Plane's own word. A word that this version does not know is kept as it is and
 * treated as an end ({@link NextStep#STOP}), so a newer plane never releases a statement by surprise.
 *
 * @param word the status as the plane spells it, upper case for the known ones
 */
public record ReviewStatus(String word) {

    /** Nobody has decided yet. */
    public static final ReviewStatus PENDING = new ReviewStatus("PENDING");

    /** A person approved; the statement may run once. */
    public static final ReviewStatus APPROVED = new ReviewStatus("APPROVED");

    /** A person said no. */
    public static final ReviewStatus REJECTED = new ReviewStatus("REJECTED");

    /** An approval was taken back before it was used. */
    public static final ReviewStatus REVOKED = new ReviewStatus("REVOKED");

    /** The approval was used. */
    public static final ReviewStatus EXECUTED = new ReviewStatus("EXECUTED");

    /** A time limit of the approval rule ended it. */
    public static final ReviewStatus EXPIRED = new ReviewStatus("EXPIRED");

    /** Every known status, in the order of a review's life. */
    public static final List<ReviewStatus> KNOWN = List.of(PENDING, APPROVED, REJECTED, REVOKED, EXECUTED, EXPIRED);

    /** Whether a resend of the same statement is matched to such a review: pending or approved. */
    public boolean isLive() {
        return equals(PENDING) || equals(APPROVED);
    }

    /** Whether this version knows the word. */
    public boolean isKnown() {
        return KNOWN.contains(this);
    }

    @Override
    public String toString() {
        return word;
    }
}
