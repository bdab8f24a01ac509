package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Over the fixed corpus the scanner says what PostgreSQL's own parser said of it; docs/sql-classification.md says how to ask it anew. */
class PostgresOracleReplayTest {

    static Stream<SqlCases.Line> corpus() {
        return SqlCases.read("postgres-oracle.tsv").stream();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void saysWhatTheParserSays(SqlCases.Line line) {
        OracleVerdict.Comparison comparison =
                new OracleVerdict(line.columns().get(0)).compare(line.columns().get(1));

        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.outcome()).isNotEqualTo(OracleVerdict.Outcome.UNSURE);
    }
}
