package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.StoredReview.Terms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether the people who approved are enough. Pure arithmetic. */
public final class Approvals {

    private Approvals() {}

    /**
     * Whether they are enough.
     *
     * @param approvers the groups of each person who approved, one entry a person
     */
    static boolean suffice(Terms terms, Groups groups, List<Set<String>> approvers) {
        boolean forced = approvers.stream().anyMatch(person -> meets(person, groups.forcing()));
        if (forced) {
            return true;
        }
        return terms.allGroups()
                ? missing(groups.reviewers(), approvers).isEmpty()
                : approvers.stream()
                                .filter(person -> meets(person, groups.reviewers()))
                                .count()
                        >= terms.minApprovals();
    }

    static boolean meets(Set<String> person, Set<String> groups) {
        return person.stream().anyMatch(groups::contains);
    }

    /**
     * The groups that have nobody yet, where every group must approve.
     *
     * <p>A person counts for one group only, or one who is in all of them would replace everyone else. Which one is found by
     * augmenting paths (bipartite matching), so that nobody's choice of group depends on who came first.
     *
     * @param approvers as above
     */
    public static Set<String> missing(Set<String> groups, List<Set<String>> approvers) {
        Map<Integer, String> taken = new HashMap<>();
        Set<String> missing = new TreeSet<>();
        for (String group : groups) {
            if (!assign(group, approvers, taken, new HashSet<>())) {
                missing.add(group);
            }
        }
        return missing;
    }

    private static boolean assign(
            String group, List<Set<String>> approvers, Map<Integer, String> taken, Set<Integer> tried) {
        for (int person = 0; person < approvers.size(); person++) {
            if (!approvers.get(person).contains(group) || !tried.add(person)) {
                continue;
            }
            String other = taken.get(person);
            if (other == null || assign(other, approvers, taken, tried)) {
                taken.put(person, group);
                return true;
            }
        }
        return false;
    }
}
