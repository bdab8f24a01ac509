package dev.hoop.core.guardrail;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hoop.core.sql.SqlClassification;
import dev.hoop.core.sql.SqlClassifier;
import dev.hoop.core.sql.SqlDialect;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleSetTest {

    private static final Matcher.OfHead ANY_HEAD = statement -> true;
    private static final Matcher.OfHead NO_HEAD = statement -> false;
    private static final Matcher.OfWhole SAYS_DROP =
            statement -> statement.readings().contains("drop");

    private final SampleStatement get = SampleStatement.of("GET");
    private final SampleStatement drop = SampleStatement.of("POST", "drop");

    @Test
    void theFirstThatDeniesWins() {
        RuleSet rules = RuleSet.of(List.of(deny("a", NO_HEAD), deny("b", ANY_HEAD), deny("c", ANY_HEAD)));

        assertThat(rules.evaluate(get))
                .isInstanceOfSatisfying(
                        RuleOutcome.Deny.class,
                        said -> assertThat(said.rule().name()).isEqualTo("b"));
    }

    @Test
    void aDenialAnywhereWinsOverAReview() {
        RuleSet rules = RuleSet.of(List.of(review("a", ANY_HEAD), review("b", ANY_HEAD), deny("c", SAYS_DROP)));

        assertThat(rules.evaluate(drop))
                .isEqualTo(new RuleOutcome.Deny(rules.rules().get(2)));
        assertThat(rules.evaluate(get))
                .isEqualTo(new RuleOutcome.Review(rules.rules().get(0)));
        assertThat(rules.canRequireReview()).isTrue();
    }

    @Test
    void saysNothingWhereNothingMatches() {
        assertThat(RuleSet.of(List.of(deny("a", NO_HEAD), deny("b", SAYS_DROP))).evaluate(get))
                .isSameAs(RuleOutcome.NONE);
        assertThat(RuleSet.EMPTY.evaluate(drop)).isSameAs(RuleOutcome.NONE);
        assertThat(RuleSet.EMPTY.canRequireReview()).isFalse();
    }

    @Test
    void keepsToTheOperationsOfARule() {
        RuleSet rules = RuleSet.of(List.of(deny("a", ANY_HEAD, "delete", "DROP")));

        assertThat(rules.evaluate(SampleStatement.of("DELETE"))).isInstanceOf(RuleOutcome.Deny.class);
        assertThat(rules.evaluate(SampleStatement.of("drop"))).isInstanceOf(RuleOutcome.Deny.class);
        assertThat(rules.evaluate(get)).isSameAs(RuleOutcome.NONE);
        assertThat(rules.evaluate(SampleStatement.unknown("select", "Delete"))).isInstanceOf(RuleOutcome.Deny.class);
        assertThat(rules.evaluate(SampleStatement.unknown("select"))).isSameAs(RuleOutcome.NONE);
    }

    @Test
    void everyEffectCountsNotOnlyTheWorst() {
        RuleSet rules = RuleSet.of(List.of(deny("a", ANY_HEAD, "Insert")));
        SampleStatement delete =
                new SampleStatement("delete", Set.of("delete", "insert", "select"), List.of(), List.of());

        assertThat(rules.evaluate(delete)).isInstanceOf(RuleOutcome.Deny.class);
        assertThat(rules.evaluate(SampleStatement.of("delete"))).isSameAs(RuleOutcome.NONE);
    }

    @Test
    void aWriteIsNotHiddenByAWorseOneInItsWithClause() {
        SqlClassification sql = SqlClassifier.of(SqlDialect.POSTGRES)
                .classify("WITH gone AS (DELETE FROM orders RETURNING *) INSERT INTO archive SELECT * FROM gone");
        SampleStatement statement = new SampleStatement(sql.operation(), sql.effects(), sql.relations(), List.of());

        for (String operation : List.of("insert", "delete")) {
            assertThat(RuleSet.of(List.of(deny("a", ANY_HEAD, operation))).evaluate(statement))
                    .as(operation)
                    .isInstanceOf(RuleOutcome.Deny.class);
        }
        assertThat(RuleSet.of(List.of(deny("a", ANY_HEAD, "update"))).evaluate(statement))
                .isSameAs(RuleOutcome.NONE);
    }

    @Test
    void aRuleAboutUnknownMatchesNoKnownStatement() {
        RuleSet rules = RuleSet.of(List.of(deny("a", ANY_HEAD, "unknown")));

        assertThat(rules.evaluate(SampleStatement.unknown("select"))).isInstanceOf(RuleOutcome.Deny.class);
        assertThat(rules.evaluate(SampleStatement.of("select"))).isSameAs(RuleOutcome.NONE);
    }

    @Test
    void wantsTheWholeForRulesAboutWholesInTheirScope() {
        RuleSet rules = RuleSet.of(List.of(deny("a", NO_HEAD), deny("b", SAYS_DROP, "POST")));

        assertThat(rules.needsWhole(get)).isFalse();
        assertThat(rules.needsWhole(SampleStatement.of("post"))).isTrue();
        assertThat(rules.needsWhole(SampleStatement.unknown())).isTrue();
    }

    @Test
    void wantsTheWholeWhereTheHeadAsksForAReview() {
        RuleSet rules = RuleSet.of(List.of(review("a", ANY_HEAD, "DELETE")));

        assertThat(rules.needsWhole(SampleStatement.of("DELETE"))).isTrue();
        assertThat(rules.needsWhole(get)).isFalse();
    }

    @Test
    void doesNotWantTheWholeOfWhatTheHeadDenies() {
        assertThat(RuleSet.of(List.of(review("a", ANY_HEAD), deny("b", ANY_HEAD), deny("c", SAYS_DROP)))
                        .needsWhole(get))
                .isFalse();
        // Which of the two denies, and so what the client reads, is known from the whole only.
        assertThat(RuleSet.of(List.of(deny("c", SAYS_DROP), deny("b", ANY_HEAD)))
                        .needsWhole(get))
                .isTrue();
        assertThat(RuleSet.of(List.of(review("c", SAYS_DROP), deny("b", ANY_HEAD)))
                        .needsWhole(get))
                .isFalse();
    }

    @Test
    void judgesResponsesByTheirOwnRulesOnly() {
        Matcher.OfResponse teapot = (statement, response) -> response.status().equals("418");
        RuleSet rules = RuleSet.of(List.of(deny("a", ANY_HEAD), deny("b", teapot, "GET")));

        assertThat(rules.judgesResponses()).isTrue();
        assertThat(rules.evaluateResponse(get, new SampleStatement.Answer("418")))
                .isEqualTo(new RuleOutcome.Deny(rules.rules().get(1)));
        assertThat(rules.evaluateResponse(get, new SampleStatement.Answer("200")))
                .isSameAs(RuleOutcome.NONE);
        assertThat(rules.evaluateResponse(drop, new SampleStatement.Answer("418")))
                .isSameAs(RuleOutcome.NONE);
        assertThat(RuleSet.EMPTY.judgesResponses()).isFalse();
    }

    @Test
    void observedRulesRequireNoReview() {
        RuleSet rules = RuleSet.of(List.of(review("a", ANY_HEAD)));

        assertThat(new Guardrails(GuardrailMode.ENFORCE, rules).canRequireReview())
                .isTrue();
        assertThat(new Guardrails(GuardrailMode.OBSERVE, rules).canRequireReview())
                .isFalse();
    }

    @Test
    void allocatesNothingWhereNothingMatches() {
        RuleSet rules =
                RuleSet.of(List.of(deny("a", ANY_HEAD, "DELETE", "PUT"), review("b", NO_HEAD), deny("c", NO_HEAD)));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int runs = 200_000;
        evaluate(rules, runs);

        long before = threads.getCurrentThreadAllocatedBytes();
        int matched = evaluate(rules, runs);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(matched).isZero();
        assertThat(allocated).as("bytes of %d runs", runs).isLessThan(runs);
    }

    private int evaluate(RuleSet rules, int runs) {
        int matched = 0;
        for (int i = 0; i < runs; i++) {
            if (rules.needsWhole(get) || rules.evaluate(get) != RuleOutcome.NONE) {
                matched++;
            }
        }
        return matched;
    }

    private static Rule deny(String name, Matcher matcher, String... operations) {
        return rule(name, RuleAction.DENY, matcher, operations);
    }

    private static Rule review(String name, Matcher matcher, String... operations) {
        return rule(name, RuleAction.REQUIRE_REVIEW, matcher, operations);
    }

    private static Rule rule(String name, RuleAction action, Matcher matcher, String... operations) {
        return new Rule(name, "sample", action, "no", OperationScope.of(List.of(operations)), matcher);
    }
}
