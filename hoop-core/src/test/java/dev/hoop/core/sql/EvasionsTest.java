package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that were made to look harmless, or to look harmful, are seen for what they are. */
class EvasionsTest {

    static Stream<SqlCases.Line> evasions() {
        return SqlCases.read("evasions.tsv").stream();
    }

    @ParameterizedTest
    @MethodSource("evasions")
    void isSeenForWhatItIs(SqlCases.Line line) {
        List<String> columns = line.columns();
        SqlDialect dialect = SqlCases.dialect(columns.get(0));
        SqlSettings settings = SqlSettings.defaults(dialect)
                .withStandardConformingStrings(columns.get(1).equals("on"));

        SqlClassification classified = SqlClassifier.of(dialect).classify(columns.get(3), settings);

        assertThat(SqlCases.operations(classified)).isEqualTo(columns.get(2));
    }
}
