package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.statement.Relation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds of the classification of every text. */
class SqlClassifierPropertyTest {

    private static final List<String> PIECES = List.of(
            " ",
            "\n",
            "\r",
            "\t",
            ";",
            "(",
            ")",
            "[",
            "]",
            ",",
            ".",
            "'",
            "''",
            "\"",
            "`",
            "\\",
            "$",
            "$$",
            "$a$",
            "--",
            "-- ",
            "/*",
            "*/",
            "/*!",
            "#",
            "@x",
            ":",
            "::",
            "*",
            "=",
            "<",
            "1",
            "1e5",
            "0x",
            "$1",
            "E'",
            "U&'",
            "U&\"",
            "B'",
            "N'",
            "é",
            "\u0000",
            "😀",
            "\ud800",
            "a",
            "t",
            "SELECT ",
            "INSERT INTO ",
            "UPDATE ",
            "DELETE FROM ",
            "MERGE INTO ",
            "WITH ",
            "RECURSIVE ",
            " AS ",
            " FROM ",
            " WHERE ",
            " INTO ",
            " SET ",
            " JOIN ",
            " ON ",
            " USING ",
            " VALUES ",
            " UNION ",
            " FOR UPDATE ",
            " RETURNING ",
            "EXPLAIN ",
            "ANALYZE ",
            "COPY ",
            " TO ",
            "STDIN ",
            "PROGRAM ",
            "CREATE TABLE ",
            "CREATE VIEW ",
            "CREATE RULE ",
            "CREATE FUNCTION ",
            "BEGIN ATOMIC ",
            " END ",
            "CREATE SCHEMA ",
            "GRANT ",
            "ALTER TABLE ",
            "DROP TABLE ",
            "TRUNCATE ",
            "PREPARE p AS ",
            "EXECUTE p ",
            "DECLARE c CURSOR FOR ",
            "EXEC ",
            "IF ",
            "WHILE ",
            "LOAD DATA ",
            "TREAT(",
            "OPERATOR(",
            " ONLY ",
            " LATERAL ",
            " ROWS FROM (",
            " TABLESAMPLE ",
            " GROUP BY ",
            " SEARCH ",
            " CYCLE ",
            " MATERIALIZED ",
            "lo_unlink(",
            "f(",
            " UESCAPE '!' ",
            " ON CONFLICT ",
            " DO UPDATE SET ",
            " WHEN MATCHED THEN ",
            " ATTACH PARTITION ",
            " INHERITS (",
            " OUTPUT ",
            " TOP (",
            " DUPLICATE KEY UPDATE ");

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(PIECES).list().ofMaxSize(60).map(pieces -> String.join("", pieces));
    }

    @Provide
    Arbitrary<SqlDialect> dialects() {
        return Arbitraries.of(SqlDialect.class);
    }

    @Provide
    Arbitrary<SqlSettings> settings() {
        return Arbitraries.integers()
                .between(0, 7)
                .map(bits -> new SqlSettings((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0));
    }

    @Provide
    Arbitrary<String> wholeStatements() {
        List<String> whole = SqlCases.read("postgres-oracle.tsv").stream()
                .map(line -> line.columns().get(1))
                .filter(text -> {
                    SqlClassification classified = classify(text);
                    return classified.statements().size() == 1
                            && classified.unknownReason().isEmpty()
                            && !text.contains("--");
                })
                .toList();
        return Arbitraries.of(whole);
    }

    private static SqlClassification classify(String text) {
        return SqlClassifier.of(SqlDialect.POSTGRES).classify(text);
    }

    @Property(tries = 5000)
    void everyTextHasAnAnswerAndLinearTime(
            @ForAll("texts") String text,
            @ForAll("dialects") SqlDialect dialect,
            @ForAll("settings") SqlSettings settings) {
        Scanner scanner = SqlClassifier.of(dialect).scan(text, settings);

        SqlClassification classified = scanner.run();

        assertThat(scanner.lexer.work()).isLessThanOrEqualTo(3L * text.length() + 3);
        assertThat(classified.operation().equals("unknown"))
                .isEqualTo(classified.unknownReason().isPresent());
        if (classified.unknownReason().isEmpty() && !classified.statements().isEmpty()) {
            assertThat(classified.effects()).contains(classified.operation()).doesNotContain("unknown");
        }
    }

    @Property(tries = 1000)
    void arbitraryCharactersHaveAnAnswer(@ForAll String text, @ForAll("dialects") SqlDialect dialect) {
        assertThat(SqlClassifier.of(dialect).classify(text)).isNotNull();
    }

    @Property(tries = 3000)
    void statementsCoverTheText(@ForAll("texts") String text, @ForAll("dialects") SqlDialect dialect) {
        SqlClassifier classifier = SqlClassifier.of(dialect);
        int covered = 0;
        for (SqlStatement statement : classifier.classify(text).statements()) {
            assertThat(statement.start()).isBetween(covered, statement.end());
            assertThat(classifier
                            .classify(text.substring(covered, statement.start()))
                            .statements())
                    .as("statements in front of one")
                    .isEmpty();
            covered = statement.end();
        }
        assertThat(covered).isLessThanOrEqualTo(text.length());
        assertThat(classifier.classify(text.substring(covered)).statements())
                .as("statements behind the last")
                .isEmpty();
    }

    @Property(tries = 1000)
    void statementsInARowAreWhatEachIs(
            @ForAll("wholeStatements") String first,
            @ForAll("wholeStatements") String second,
            @ForAll("wholeStatements") String third) {
        List<SqlClassification> each = List.of(classify(first), classify(second), classify(third));

        SqlClassification together = classify(first + ";" + second + " ;\n" + third);

        assertThat(together.statements().stream().map(SqlStatement::operation))
                .containsExactlyElementsOf(
                        each.stream().map(SqlClassification::operation).toList());
        Set<String> effects = new LinkedHashSet<>();
        Set<Relation> relations = new LinkedHashSet<>();
        each.forEach(one -> {
            effects.addAll(one.effects());
            relations.addAll(one.relations());
        });
        assertThat(together.effects()).containsExactlyInAnyOrderElementsOf(effects);
        assertThat(together.relations()).containsExactlyInAnyOrderElementsOf(relations);
    }

    @Property(tries = 1000)
    void commentsForBlanksChangeNothing(@ForAll("wholeStatements") String text) {
        List<String> tokens = new ArrayList<>();
        for (String token : TextMutations.tokens(text)) {
            // A line end between two literals makes them one: such a blank must stay.
            tokens.add(token.isBlank() && !token.contains("\n") ? "/* ; ' /* nested */ $$ */" : token);
        }

        SqlClassification commented = classify(String.join("", tokens));

        SqlClassification plain = classify(text);
        assertThat(commented.operation()).isEqualTo(plain.operation());
        assertThat(commented.effects()).isEqualTo(plain.effects());
        assertThat(commented.relations()).isEqualTo(plain.relations());
    }
}
