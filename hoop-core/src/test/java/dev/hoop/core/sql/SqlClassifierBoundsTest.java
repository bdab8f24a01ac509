package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten megabytes of anything take a number of steps linear in their length, and what is recorded stays bounded. */
class SqlClassifierBoundsTest {

    private static final int LENGTH = 10_000_000;

    static Stream<Arguments> hostileTexts() {
        return Stream.of(
                        "(",
                        ")",
                        "'",
                        "\"",
                        "`",
                        "[",
                        "]",
                        "$",
                        "$$",
                        "$a$",
                        "$a",
                        ";",
                        ",",
                        ".",
                        "/*",
                        "*/",
                        "/",
                        "*",
                        "-",
                        "--",
                        "--\n",
                        "--\r",
                        "\\",
                        "@",
                        "#",
                        "E'\\'",
                        "E''",
                        "E''\n",
                        "E'' --\n",
                        "B''\n",
                        "U&''",
                        "U&\"\"",
                        "((",
                        "()",
                        "(;",
                        "[(",
                        "a",
                        "a.",
                        "a,",
                        "a ",
                        "0",
                        "0x",
                        "1e",
                        "0_",
                        "\0",
                        "é",
                        "SELECT ",
                        "SELECT 1;",
                        "SELECT(",
                        "SELECT * FROM a,",
                        "(SELECT ",
                        "WITH ",
                        "WITH x AS (",
                        "WITH x AS (SELECT 1),",
                        "UNION ",
                        "FROM ",
                        "JOIN a ON ",
                        "FROM a ",
                        "INSERT INTO t ",
                        "DELETE FROM t;",
                        "EXPLAIN ",
                        "EXPLAIN (",
                        "(ANALYZE,",
                        "PREPARE p AS ",
                        "CREATE ",
                        "CREATE OR REPLACE ",
                        "CREATE SCHEMA s ",
                        "CREATE RULE ",
                        "BEGIN ATOMIC ",
                        "GRANT ",
                        "DROP TABLE a,",
                        "TRUNCATE ",
                        "f(",
                        "f(1),",
                        "x.f(",
                        "(x).f",
                        "TREAT(",
                        "OPERATOR(",
                        "CASE ",
                        "IF ",
                        "BEGIN ",
                        "EXEC ",
                        "DELETE t ",
                        "/*!",
                        "FOR UPDATE ",
                        "AS ",
                        "AS(",
                        "x'",
                        "COPY (",
                        "DO ")
                .flatMap(piece -> Stream.of(SqlDialect.values()).map(dialect -> Arguments.of(piece, dialect)));
    }

    @ParameterizedTest
    @MethodSource("hostileTexts")
    void longTextsTakeLinearTimeAndBoundedMemory(String piece, SqlDialect dialect) {
        String text = piece.repeat(LENGTH / piece.length() / 10);

        check(text, dialect);
        check("SELECT * FROM a WHERE x = " + text, dialect);
        check("WITH x AS (DELETE FROM t) INSERT INTO u (a) " + text, dialect);
    }

    @ParameterizedTest
    @MethodSource("hostileTexts")
    void tenMegabytesOfThePostgresKindAreNoTrouble(String piece, SqlDialect dialect) {
        if (dialect == SqlDialect.POSTGRES) {
            check(piece.repeat(LENGTH / piece.length()), dialect);
        }
    }

    private static void check(String text, SqlDialect dialect) {
        Scanner scanner = SqlClassifier.of(dialect).scan(text, SqlSettings.defaults(dialect));

        SqlClassification classified = scanner.run();

        assertThat(scanner.lexer.work()).isLessThanOrEqualTo(3L * text.length() + 3);
        assertThat(classified.statements()).hasSizeLessThanOrEqualTo(Findings.MAX_STATEMENTS + 1);
        assertThat(classified.relations()).hasSizeLessThanOrEqualTo(2 * Findings.MAX_RELATIONS);
    }

    @Test
    void moreThanIsRecordedIsUnknown() {
        SqlClassifier classifier = SqlClassifier.of(SqlDialect.POSTGRES);

        SqlClassification statements = classifier.classify("SELECT 1;".repeat(5000) + "DROP TABLE t");
        assertThat(statements.operation()).isEqualTo("unknown");
        assertThat(statements.effects()).contains("drop");
        assertThat(statements.unknownReason()).contains("more statements than are looked at");

        StringBuilder tables = new StringBuilder("SELECT * FROM t");
        for (int i = 0; i < 9000; i++) {
            tables.append(", t").append(i);
        }
        SqlClassification relations = classifier.classify(tables.append("; DROP TABLE t"));
        assertThat(relations.operation()).isEqualTo("unknown");
        assertThat(relations.effects()).contains("drop");

        SqlClassification depth =
                classifier.classify("SELECT " + "(".repeat(2000) + "1" + ")".repeat(2000) + "; DELETE FROM t");
        assertThat(depth.operation()).isEqualTo("unknown");
        assertThat(depth.effects()).contains("delete");
        assertThat(classifier
                        .classify("SELECT " + "(".repeat(900) + "1" + ")".repeat(900))
                        .operation())
                .isEqualTo("select");
    }

    @Test
    void aLongNameIsCutAsTheServerCutsIt() {
        SqlClassifier classifier = SqlClassifier.of(SqlDialect.POSTGRES);
        String cut = "x".repeat(63);

        assertThat(classifier
                        .classify("DELETE FROM " + "X".repeat(1_000_000))
                        .relations()
                        .get(0)
                        .name())
                .isEqualTo(cut);
        assertThat(classifier
                        .classify("DELETE FROM \"" + "é".repeat(32) + "\"")
                        .relations()
                        .get(0)
                        .name())
                .isEqualTo("é".repeat(31));
    }
}
