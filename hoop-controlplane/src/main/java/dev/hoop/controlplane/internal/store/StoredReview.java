package dev.hoop.controlplane.internal.store;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A review as it is kept, without its statement.
 *
 * @param seq grows with every filing
 * @param payloadSha256 the digest of its statement, in lower-case hexadecimal
 * @param status as of the moment it was read: one whose time is up is {@code EXPIRED}, written down yet or not
 * @param expiresAt when the pending or approved state ends by itself
 * @param endedAt when it was rejected, revoked, executed or expired
 */
public record StoredReview(
        long seq,
        ReviewId id,
        String sidecar,
        String listenerName,
        String approvalRule,
        String payloadSha256,
        ReviewStatus status,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> decidedAt,
        Optional<String> decidedBy,
        Optional<String> rejectionReason,
        Optional<Instant> endedAt,
        Terms terms) {

    /** The rule's terms at the moment of filing; its groups are read with {@link ReviewPeople}. */
    public record Terms(
            int minApprovals, boolean allGroups, boolean allowSelfApproval, Optional<Duration> approvalTtl) {}
}
