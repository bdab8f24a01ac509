package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts another value of {@code standard_conforming_strings} would make other ones. */
class SqlBackslashesTest {

    private static final SqlClassifier POSTGRES = SqlClassifier.of(SqlDialect.POSTGRES);
    private static final SqlSettings ON = SqlSettings.defaults(SqlDialect.POSTGRES);
    private static final SqlSettings OFF = ON.withStandardConformingStrings(false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 'a\\b'",
                "select N'a\\b'",
                "select 'a', $$b$$, '\\\\'",
                "select 'a' 'b\\\\'",
                "select 1; select 'a\\",
                // Nobody looked that far.
                "select ) '\\\\'",
                "create function f() returns int language sql as 'select ''a\\b'''"
            })
    void areTold(String text) {
        assertThat(POSTGRES.classify(text, ON).backslashes()).isTrue();
        assertThat(POSTGRES.classify(text, OFF).backslashes()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 'a', 'b''c', 1",
                "select E'a\\b', $$\\$$, $a$'\\'$a$, \"\\\"",
                "select 'a' -- '\\'\n, /* '\\' */ 1",
                "select 'a' from t where b = E'\\''",
                "select )"
            })
    void areNotThoseWithoutABackslashInPlainQuotes(String text) {
        assertThat(POSTGRES.classify(text, ON).backslashes()).isFalse();
        assertThat(POSTGRES.classify(text, OFF).backslashes()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "true | select 1",
                "true | nonsense ( ;",
                "false | select 'a",
                "false | select E'\\'",
                "false | select 1 /* x",
                "false | select \"a",
                "false | select $a$ $b$",
                "false | select \\",
                "false | select $ 1"
            })
    void aTextThatCannotBeCutIntoTokensIsIllegible(boolean legible, String text) {
        assertThat(POSTGRES.isLegible(text, ON)).isEqualTo(legible);
    }
}
