package dev.hoop.controlplane.internal.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.StoredReview.Terms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ApprovalsTest {

    private static final Terms ALL = new Terms(1, true, false, Optional.empty());

    /** Against an oracle that tries every way to give each group a person of its own. */
    @Test
    void everyGroupHasAPersonOfItsOwnExactlyWhenSomeAssignmentSaysSo() {
        Random random = new Random(7);
        int enough = 0;
        for (int round = 0; round < 3000; round++) {
            Set<String> groups = subset(random, 4);
            groups.add("a");
            List<Set<String>> people = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                people.add(subset(random, 4));
            }
            boolean expected = assignable(new ArrayList<>(groups), people, new HashSet<>());
            enough += expected ? 1 : 0;
            assertThat(Approvals.suffice(ALL, new Groups(groups, Set.of()), people))
                    .as("groups %s, people %s", groups, people)
                    .isEqualTo(expected);
        }
        assertThat(enough).as("both answers were seen").isBetween(100, 2900);
    }

    @Test
    void onlyPeopleOfTheRulesGroupsCount() {
        Terms two = new Terms(2, false, false, Optional.empty());
        Groups groups = new Groups(Set.of("a"), Set.of("force"));
        assertThat(Approvals.suffice(two, groups, List.of(Set.of("a"), Set.of("b"))))
                .isFalse();
        assertThat(Approvals.suffice(two, groups, List.of(Set.of("a"), Set.of("a", "b"))))
                .isTrue();
        assertThat(Approvals.suffice(two, groups, List.of(Set.of("force")))).isTrue();
        assertThat(Approvals.suffice(two, groups, List.of())).isFalse();
    }

    private static boolean assignable(List<String> groups, List<Set<String>> people, Set<Integer> used) {
        if (groups.isEmpty()) {
            return true;
        }
        for (int person = 0; person < people.size(); person++) {
            if (people.get(person).contains(groups.get(0)) && used.add(person)) {
                if (assignable(groups.subList(1, groups.size()), people, used)) {
                    return true;
                }
                used.remove(person);
            }
        }
        return false;
    }

    private static Set<String> subset(Random random, int of) {
        Set<String> chosen = new TreeSet<>();
        for (int i = 0; i < of; i++) {
            if (random.nextBoolean()) {
                chosen.add(String.valueOf((char) ('a' + i)));
            }
        }
        return chosen;
    }
}
