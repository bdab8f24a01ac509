package dev.hoop.review;

import java.time.Instant;
import java.util.Optional;

/**
 * What may be told of a review to whoever asks about it; never the statement.
 *
 * @param id the review's id
 * @param status its status now
 * @param listenerName the listener it was filed on
 * @param approvalRule the approval rule whose reviewers decide; empty where the plane left it out of its answer
 * @param createdAt when it was filed; empty where the plane left it out of its answer
 * @param decidedAt when a person decided
 * @param decidedBy who decided, as the plane names them
 * @param expiresAt when the current state ends by itself; empty when no time limit applies
 * @param rejectionReason why it was rejected, when a reason was given
 */
public record Review(
        ReviewId id,
        ReviewStatus status,
        String listenerName,
        Optional<String> approvalRule,
        Optional<Instant> createdAt,
        Optional<Instant> decidedAt,
        Optional<String> decidedBy,
        Optional<Instant> expiresAt,
        Optional<String> rejectionReason) {

    /** The same without who decided. */
    public Review withoutDecider() {
        return new Review(
                id,
                status,
                listenerName,
                approvalRule,
                createdAt,
                decidedAt,
                Optional.empty(),
                expiresAt,
                rejectionReason);
    }

    /** What the agent does next. */
    public NextStep next() {
        return NextStep.of(status);
    }
}
