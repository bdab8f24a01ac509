package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.statement.Relation.Access;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the table has the operation and relations given there. */
class SqlClassificationCasesTest {

    static Stream<SqlCases.Line> cases() {
        return SqlCases.read("sql-classification.tsv").stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hasTheValueOfTheTable(SqlCases.Line line) {
        List<String> columns = line.columns();
        String text = columns.get(4);
        SqlClassification classified =
                SqlClassifier.of(SqlCases.dialect(columns.get(0))).classify(text);

        String expected = columns.get(1);
        if (expected.contains("+")) {
            assertThat(SqlCases.operations(classified)).isEqualTo(expected);
        } else {
            assertThat(classified.operation()).isIn(List.of(expected.split("\\|", -1)));
            assertThat(classified.statements()).hasSize(1);
        }
        if (!columns.get(2).equals("*")) {
            assertThat(SqlCases.relations(classified.relations(), Access.READ)).isEqualTo(columns.get(2));
        }
        if (!columns.get(3).equals("*")) {
            assertThat(SqlCases.relations(classified.relations(), Access.WRITE)).isEqualTo(columns.get(3));
        }
    }
}
