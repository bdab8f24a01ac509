package dev.hoop.core.guardrail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.ConfigNode;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Relation.Access;
import dev.hoop.core.statement.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EngineRuleTypesTest {

    @Test
    void patternsAreFoundInEveryReading() {
        Rule rule = rule("type: pattern_match, pattern_regex: 'drop\\s+table'");

        assertThat(rule.matches(SampleStatement.of("GET", "x", "a drop  table b")))
                .isTrue();
        assertThat(rule.matches(SampleStatement.of("GET", "DROP TABLE"))).isFalse();
        assertThat(rule.matches(SampleStatement.of("GET"))).isFalse();
    }

    @Test
    void wordsAreFoundInEveryReading() {
        Rule rule = rule("type: deny_words_list, words: [pg_read_file, ' lo_import ']");

        assertThat(rule.matches(SampleStatement.of("GET", "x", "select LO_IMPORT('a')")))
                .isTrue();
        assertThat(rule.matches(SampleStatement.of("GET", "xlo_import"))).isFalse();
    }

    @Test
    void operationsMatchByTheirScopeAlone() {
        Rule rule = rule("type: operation, operations: [drop]");

        assertThat(rule.matches(SampleStatement.of("DROP"))).isTrue();
        assertThat(rule.matches(SampleStatement.of("select"))).isFalse();
        assertThat(rule.message()).isEqualTo("denied by rule sample");
    }

    @Test
    void tablesMatchByNameAndAccess() {
        Rule rule = rule("type: table, tables: [orders, billing.Cards], access: write");

        assertThat(rule.matches(touching("public", "Orders", Access.WRITE))).isTrue();
        assertThat(rule.matches(touching("public", "orders", Access.READ))).isFalse();
        assertThat(rule.matches(touching("BILLING", "cards", Access.WRITE))).isTrue();
        assertThat(rule.matches(touching("other", "cards", Access.WRITE))).isFalse();
        assertThat(rule.matches(SampleStatement.on("x", new Relation(Optional.empty(), "cards", Access.WRITE))))
                .isTrue();
        assertThat(rule.matches(SampleStatement.on("x"))).isFalse();
    }

    @Test
    void aTableRuleMayRequireThatTablesAreKnown() {
        Rule rule = rule("type: table, tables: [orders], require_table_match: true");

        assertThat(rule.matches(SampleStatement.on("set"))).isTrue();
        assertThat(rule.matches(touching("public", "other", Access.READ))).isFalse();
        assertThat(rule.matches(new SampleStatement(
                        Statement.UNKNOWN,
                        Set.of(),
                        List.of(new Relation(Optional.empty(), "other", Access.READ)),
                        List.of())))
                .isTrue();
    }

    private static SampleStatement touching(String schema, String name, Access access) {
        return SampleStatement.on("x", new Relation(Optional.of(schema), name, access));
    }

    private static Rule rule(String fields) {
        Problems problems = new Problems();
        ConfigNode node = YamlReader.read("test.yaml", "{name: sample, " + fields + "}", problems)
                .orElseThrow();
        List<Rule> rules = new RuleReader(List.of(SampleTypes.SQL), problems).own(List.of(node), SampleTypes.SQL);
        assertThat(problems.all()).isEmpty();
        return rules.get(0);
    }
}
