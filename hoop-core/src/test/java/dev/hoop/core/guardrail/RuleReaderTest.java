package dev.hoop.core.guardrail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.config.ConfigNode;
import dev.hoop.config.Problem;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleReaderTest {

    private static final List<RuleVocabulary> BOTH = List.of(SampleTypes.SAMPLE, SampleTypes.SQL);

    private final Problems problems = new Problems();

    @Test
    void readsEveryField() {
        List<Rule> rules = new RuleReader(BOTH, problems).own(written("""
                                - {name: a, type: operation, operations: [delete], message: not here, action: require_review}
                                - {name: b, type: pattern_match, pattern_regex: x, operations: [POST, unknown]}
                                - {name: c, type: sample_status, statuses: ['404']}
                                """), SampleTypes.SAMPLE);

        assertThat(problems.all()).isEmpty();
        assertThat(rules).extracting(Rule::name).containsExactly("a", "b", "c");
        assertThat(rules)
                .extracting(Rule::action)
                .containsExactly(RuleAction.REQUIRE_REVIEW, RuleAction.DENY, RuleAction.DENY);
        assertThat(rules).extracting(Rule::message).containsExactly("not here", "denied by rule b", "denied by rule c");
        assertThat(rules.get(1).scope().operations()).containsExactly("POST", "unknown");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{type: operation, operations: [GET]}|2:3: `name` is missing; add `name:`",
                "{name: a}|2:3: `type` is missing; add `type:`",
                "{name: a, type: operation}|2:3: `operations` is missing; add `operations:`",
                "{name: a, type: operation, operations: []}|2:42: `operations` is empty; write at least one entry",
                "{name: a, type: operation, operations: [GTE]}|2:43: no statement has the operation `GTE`;"
                        + " write one of `DELETE`, `GET`, `POST`",
                "{name: a, type: opration, operations: [GET]}|2:19: unknown rule type `opration`;"
                        + " did you mean `operation`?",
                "{name: a, type: nothing}|2:19: unknown rule type `nothing`; write one of `operation`, `table`,"
                        + " `pattern_match`, `deny_words_list`, `sample_status`, `sample_lane`",
                "{name: a, type: pii, entities: [EMAIL]}|2:19: rules of type `pii` are not supported by this build;"
                        + " remove the rule",
                "{name: a, type: grpc_method, methods: [x]}|2:19: rules of type `grpc_method` are not supported by"
                        + " this build; remove the rule",
                "{name: a, type: operation, operations: [GET], action: defer}|2:57: `defer` leaves the decision to the"
                        + " analyzer, which this build does not have; write `deny` or `require_review`",
                "{name: a, type: operation, operations: [GET], action: allow}|2:57: `action` cannot be `allow`;"
                        + " write `deny` or `require_review`",
                "{name: a, type: operation, operations: [GET], words: [x]}|2:49: unknown key `words`; remove it, or write"
                        + " one of `name`, `type`, `message`, `action`, `operations`",
                "{name: a, type: pattern_match, patern_regex: x}|2:3: `pattern_regex` is missing; add `pattern_regex:`",
                "{name: a, type: pattern_match, pattern_regex: '(x'}|2:49: `pattern_regex`: missing closing ); write a"
                        + " regular expression of RE2's syntax (no look-around, no back-references)",
                "{name: a, type: pattern_match, pattern_regex: ''}|2:49: `pattern_regex`: an empty pattern matches"
                        + " everything; write what is not allowed",
                "{name: a, type: deny_words_list, words: []}|2:43: `words` is empty; write at least one entry",
                "{name: a, type: deny_words_list, words: [x, ' ']}|2:47: each value of `words`: a word is blank;"
                        + " remove it",
                "{name: a, type: table, tables: [x]}|2:19: a statement of `sample` names no tables, so the rule can"
                        + " never match; remove it",
                "{name: a, type: sample_lane, lane: none}|2:3: there is no such lane; write `left` or `right`",
                "{name: a, type: sample_status, statuses: ['5xx'], action: require_review}|2:61: a rule about responses"
                        + " cannot require a review, since the statement has run by then; write `action: deny`",
                "operation|2:3: a rule must be a mapping, not text; write its fields",
            })
    void refusesWhatCannotMatch(String rule, String problem) {
        List<Rule> rules = new RuleReader(BOTH, problems).own(written("- " + rule), SampleTypes.SAMPLE);

        assertThat(problems.all()).extracting(Problem::toString).contains("rules:" + problem);
        assertThat(problems.count()).isEqualTo(rule.contains("patern_regex") ? 2 : 1);
        assertThat(rules).isEmpty();
    }

    @Test
    void namesTheOwnerOfAForeignType() {
        new RuleReader(BOTH, problems)
                .own(written("- {name: a, type: sample_status, statuses: ['404']}"), SampleTypes.SQL);

        assertThat(problems.all())
                .extracting(Problem::toString)
                .containsExactly("rules:2:19: rules of type `sample_status` are for `sample` listeners, this one is"
                        + " `sql`; remove it");
    }

    @Test
    void anInheritedRuleIsInForceWhereItCanMatch() {
        Map<String, List<Rule>> rules = new RuleReader(BOTH, problems).inherited(written("""
                                - {name: everywhere, type: pattern_match, pattern_regex: x}
                                - {name: sample, type: sample_status, statuses: ['404']}
                                - {name: sql, type: table, tables: [x]}
                                - {name: by-word, type: operation, operations: [drop, insert]}
                                - {name: both, type: operation, operations: [DELETE, drop]}
                                """), BOTH, true);

        assertThat(problems.all()).isEmpty();
        assertThat(rules.get("sample")).extracting(Rule::name).containsExactly("everywhere", "sample", "both");
        assertThat(rules.get("sql")).extracting(Rule::name).containsExactly("everywhere", "sql", "by-word", "both");
        assertThat(rules.getOrDefault("sample", List.of()).get(2).scope().operations())
                .containsExactly("DELETE");
    }

    @Test
    void anInheritedRuleThatIsInForceNowhereIsAProblem() {
        List<ConfigNode> written = written("""
                - {name: a, type: sample_status, statuses: ['404']}
                - {name: b, type: operation, operations: [GET]}
                """);

        new RuleReader(BOTH, problems).inherited(written, List.of(SampleTypes.SQL), false);
        assertThat(problems.all()).isEmpty();

        new RuleReader(BOTH, problems).inherited(written, List.of(SampleTypes.SQL), true);
        assertThat(problems.all())
                .extracting(Problem::toString)
                .containsExactly(
                        "rules:2:19: no listener is one that a rule of type `sample_status` applies to; remove it, or add"
                                + " a listener with `protocol: sample`",
                        "rules:3:43: no statement has the operation `GET`; write one of `delete`, `drop`, `insert`,"
                                + " `select`");
    }

    @Test
    void twoOwnersOfATypeAreAFaultOfTheClassPath() {
        RuleVocabulary other = new RuleVocabulary("other", SampleTypes.SAMPLE.types(), List.of(), false);

        assertThatThrownBy(() -> new RuleReader(List.of(SampleTypes.SAMPLE, other), problems))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sample_status");
    }

    private List<ConfigNode> written(String rules) {
        ConfigNode.Mapping document =
                YamlReader.read("rules", "list:\n" + rules, new Problems()).orElseThrow();
        return ((ConfigNode.Sequence) document.get("list").orElseThrow()).items();
    }
}
