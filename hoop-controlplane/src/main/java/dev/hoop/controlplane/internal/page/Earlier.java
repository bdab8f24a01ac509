package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.StoredReview;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What was decided before about statements that differ from this one in values only.
 *
 * @param sum how often which way, in words; empty when nothing was decided
 * @param latest the newest of them
 */
public record Earlier(String sum, List<Past> latest) {

    /** So many are counted at most. */
    static final int COUNTED = 50;

    private static final int SHOWN = 5;

    /** One of them. */
    public record Past(String id, String status, String decider, String reason, Moment at) {}

    /** @param reviews newest first, at most {@link #COUNTED} */
    static Earlier of(List<StoredReview> reviews, Instant now) {
        long refused = reviews.stream().filter(Earlier::wasRefused).count();
        long approved = reviews.size() - refused;
        String sum = reviews.isEmpty()
                ? ""
                : "approved " + times(approved) + ", rejected " + times(refused)
                        + (reviews.size() == COUNTED ? " among the last " + COUNTED : "");
        return new Earlier(
                sum,
                reviews.stream().limit(SHOWN).map(review -> past(review, now)).toList());
    }

    private static boolean wasRefused(StoredReview review) {
        return review.status().word().equals("REJECTED");
    }

    private static String times(long count) {
        return count == 0 ? "never" : count == 1 ? "once" : count + " times";
    }

    private static Past past(StoredReview review, Instant now) {
        return new Past(
                review.id().value(),
                review.status().word().toLowerCase(Locale.ROOT),
                review.decidedBy().map(StatementText::marked).orElse(""),
                review.rejectionReason().map(StatementText::marked).orElse(""),
                Moment.of(review.decidedAt().orElse(review.createdAt()), now));
    }
}
