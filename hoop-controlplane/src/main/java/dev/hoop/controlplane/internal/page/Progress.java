package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.Approvals;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.StoredReview.Terms;
import java.util.List;
import java.util.Set;

/**
 * What it takes to approve a review, and how far that is.
 *
 * @param terms what it takes, in words
 * @param have how many approvals count so far
 * @param need how many it takes
 * @param still who has to approve yet, in words; empty when nobody has to
 */
public record Progress(String terms, int have, int need, String still) {

    /** @param approvals those that count */
    static Progress of(Terms terms, Groups groups, List<Made> approvals, boolean pending) {
        List<Set<String>> approvers = approvals.stream().map(Made::groups).toList();
        String names = named(groups.reviewers());
        String forcing = groups.forcing().isEmpty() ? "" : ", or one from " + named(groups.forcing());
        if (terms.allGroups() && groups.reviewers().size() > 1) {
            Set<String> missing = Approvals.missing(groups.reviewers(), approvers);
            int need = groups.reviewers().size();
            return new Progress(
                    "one approval from each of " + names + forcing,
                    need - missing.size(),
                    need,
                    pending ? "somebody of " + named(missing) + forcing : "");
        }
        int need = terms.allGroups() ? 1 : terms.minApprovals();
        int have = Math.min(need, (int) approvers.stream()
                .filter(person -> person.stream().anyMatch(groups.reviewers()::contains))
                .count());
        String count = need == 1 ? "one approval" : need + " approvals";
        int left = need - have;
        return new Progress(
                count + " from " + names + forcing,
                have,
                need,
                pending ? (left == 1 ? "one person of " : left + " people of ") + names + forcing : "");
    }

    private static String named(Set<String> groups) {
        return String.join(", ", groups);
    }
}
