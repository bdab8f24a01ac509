package dev.hoop.controlplane;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Who has to approve, and how long it counts. A review keeps the terms that its rule had when it was filed.
 *
 * @param name unique
 * @param reviewersGroups groups whose members may decide
 * @param minApprovals how many different people have to approve; 1 when all groups must
 * @param allGroupsMustApprove whether one person of every group has to approve, each person counting for one group
 * @param forceApprovalGroups groups whose members may decide, and whose one approval is enough
 * @param pendingTtl how long a review waits for its decision; no limit when empty
 * @param approvalTtl how long an approval may wait for its use; no limit when empty
 * @param allowSelfApproval whether who asked may decide
 */
public record ApprovalRule(
        String name,
        List<String> reviewersGroups,
        int minApprovals,
        boolean allGroupsMustApprove,
        List<String> forceApprovalGroups,
        Optional<Duration> pendingTtl,
        Optional<Duration> approvalTtl,
        boolean allowSelfApproval) {

    /** The shortest time limit. */
    public static final Duration MIN_TTL = Duration.ofSeconds(60);

    /** The longest time limit: seven days. */
    public static final Duration MAX_TTL = Duration.ofSeconds(604_800);

    /** @throws IllegalArgumentException when it says what cannot be meant; the message says what to write instead */
    public ApprovalRule {
        reviewersGroups = List.copyOf(reviewersGroups);
        forceApprovalGroups = List.copyOf(forceApprovalGroups);
        Names.require("the name of an approval rule", name);
        reviewersGroups.forEach(group -> Names.require("a group", group));
        forceApprovalGroups.forEach(group -> Names.require("a group", group));
        if (reviewersGroups.isEmpty()) {
            throw new IllegalArgumentException(
                    "the rule has no reviewers; name at least one group in reviewers_groups");
        }
        if (minApprovals < 1 || minApprovals > 100) {
            throw new IllegalArgumentException("min_approvals is " + minApprovals + "; write 1 to 100");
        }
        if (allGroupsMustApprove && minApprovals != 1) {
            throw new IllegalArgumentException(
                    "min_approvals and all_groups_must_approve contradict each other; write one of them");
        }
        requireRange("pending_ttl_sec", pendingTtl);
        requireRange("approval_ttl_sec", approvalTtl);
    }

    /** One approval by any member of one group, within 30 minutes, to be used within 15. */
    public static ApprovalRule ofGroup(String name, String group) {
        return new ApprovalRule(
                name,
                List.of(group),
                1,
                false,
                List.of(),
                Optional.of(Duration.ofMinutes(30)),
                Optional.of(Duration.ofMinutes(15)),
                false);
    }

    private static void requireRange(String key, Optional<Duration> ttl) {
        if (ttl.isPresent() && (ttl.get().compareTo(MIN_TTL) < 0 || ttl.get().compareTo(MAX_TTL) > 0)) {
            throw new IllegalArgumentException(key + " is " + ttl.get().toSeconds() + "; write " + MIN_TTL.toSeconds()
                    + " to " + MAX_TTL.toSeconds());
        }
    }
}
