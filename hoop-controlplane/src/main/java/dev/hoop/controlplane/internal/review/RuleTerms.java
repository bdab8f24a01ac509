package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.StoredReview.Terms;
import dev.hoop.review.ReviewStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** What a rule asks of people, and whether there are people who could give it. */
public final class RuleTerms {

    private RuleTerms() {}

    static Terms terms(ApprovalRule rule) {
        return new Terms(
                rule.minApprovals(), rule.allGroupsMustApprove(), rule.allowSelfApproval(), rule.approvalTtl());
    }

    static Groups groups(ApprovalRule rule) {
        return new Groups(new TreeSet<>(rule.reviewersGroups()), new TreeSet<>(rule.forceApprovalGroups()));
    }

    /**
     * Whether those who may review now could approve what these askers ask, together with those who approved already.
     *
     * @param made the decisions that were made
     */
    static boolean canBeSatisfied(
            Handle handle, Terms terms, Groups groups, Collection<Asker> askers, Collection<Made> made) {
        return canBeSatisfied(people(handle, groups), terms, groups, askers, made);
    }

    /** The same where it was read who may review. */
    static boolean canBeSatisfied(
            List<Person> reviewers, Terms terms, Groups groups, Collection<Asker> askers, Collection<Made> made) {
        Map<String, Set<String>> people = new LinkedHashMap<>();
        for (Person person : reviewers) {
            if (terms.allowSelfApproval() || askers.stream().noneMatch(asker -> isSame(asker, person))) {
                people.put(person.email(), person.groups());
            }
        }
        for (Made earlier : counted(terms, askers, made)) {
            people.put(earlier.email(), earlier.groups());
        }
        return Approvals.suffice(terms, groups, List.copyOf(people.values()));
    }

    /**
     * Why a rule is not to be written, in words for who writes it: nobody could satisfy it, whoever came. Empty when somebody
     * could. Whoever writes a rule asks this: the API, the page, the configuration file and the program around the plane.
     */
    public static Optional<String> refusal(Handle handle, ApprovalRule rule, Newcomers newcomers) {
        Groups groups = groups(rule);
        int enough = Math.max(rule.minApprovals(), groups.reviewers().size());
        List<Person> people = new ArrayList<>(people(handle, groups));
        people.addAll(newcomers.people(all(groups), enough));
        return missing(people, rule).map(missing -> "nobody could satisfy the rule: " + missing + newcomers.advice());
    }

    /** Who is missing for those who are there to satisfy a rule, in words; empty when they can. */
    public static Optional<String> missing(Handle handle, ApprovalRule rule) {
        return missing(people(handle, groups(rule)), rule);
    }

    private static Optional<String> missing(List<Person> people, ApprovalRule rule) {
        Groups groups = groups(rule);
        if (Approvals.suffice(
                terms(rule), groups, people.stream().map(Person::groups).toList())) {
            return Optional.empty();
        }
        Set<String> empty = new TreeSet<>(groups.reviewers());
        people.forEach(person -> empty.removeAll(person.groups()));
        if (rule.allGroupsMustApprove() && !empty.isEmpty()) {
            return Optional.of("nobody who may review is in " + String.join(", ", empty) + "; add users to it");
        }
        List<String> those = people.stream()
                .filter(person -> Approvals.meets(person.groups(), groups.reviewers()))
                .map(Person::email)
                .distinct()
                .toList();
        String needed = rule.allGroupsMustApprove()
                ? "every group needs a person of its own"
                : "it needs " + rule.minApprovals() + (rule.minApprovals() == 1 ? " person" : " different people");
        String there = those.isEmpty() ? "nobody" : String.join(", ", those);
        return Optional.of(needed + ", and of those who may review, in " + String.join(", ", groups.reviewers())
                + " there is " + there + "; add users to the groups");
    }

    private static List<Person> people(Handle handle, Groups groups) {
        return Directory.reviewers(handle, all(groups));
    }

    private static Set<String> all(Groups groups) {
        Set<String> all = new TreeSet<>(groups.reviewers());
        all.addAll(groups.forcing());
        return all;
    }

    /**
     * The approvals that count. That of somebody who asked for the statement after they had approved it does not, unless
     * who asks may decide.
     *
     * @param made the decisions that were made
     */
    public static List<Made> counted(Terms terms, Collection<Asker> askers, Collection<Made> made) {
        return made.stream()
                .filter(one -> one.decision().equals(ReviewStatus.APPROVED))
                .filter(one -> terms.allowSelfApproval()
                        || askers.stream().noneMatch(asker -> isSame(asker, one.email(), one.name())))
                .toList();
    }

    /** Whether somebody who asked is that person. Names are compared too: a listener may know no better. */
    static boolean isSame(Asker asker, Person person) {
        return isSame(asker, person.email(), person.name());
    }

    private static boolean isSame(Asker asker, String email, String name) {
        return asker.email().equalsIgnoreCase(email)
                || asker.subject().equalsIgnoreCase(email)
                || asker.subject().equalsIgnoreCase(name);
    }
}
