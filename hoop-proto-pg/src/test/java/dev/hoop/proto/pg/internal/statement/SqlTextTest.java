package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.statement.Relation;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SqlTextTest {

    private static final ReadingTerms UTF8 = ReadingTerms.DEFAULT;

    @Test
    void readsTextsOfTheClientsEncoding() {
        SqlText text = SqlText.read("select 'gr\u00fc\u00df'".getBytes(StandardCharsets.UTF_8), UTF8);

        assertThat(text.text()).isEqualTo("select 'gr\u00fc\u00df'");
        assertThat(text.classification().operation()).isEqualTo("select");
        assertThat(text.mark()).isEmpty();
    }

    @Test
    void doesNotGuessWhatBytesOfAnotherEncodingMean() {
        SqlText text = SqlText.read("select '\u00fc'".getBytes(StandardCharsets.ISO_8859_1), UTF8);

        assertThat(text.classification().operation()).isEqualTo("unknown");
        assertThat(text.mark()).isPresent();
    }

    /** The second byte of this character is a backslash: read byte by byte, with E'', the literal ends elsewhere. */
    @Test
    void readsCharactersThatHoldABackslashAsCharacters() {
        byte[] bytes = "select E'\u30bd'; drop table t; --'".getBytes(Charset.forName("windows-31j"));

        SqlText text = SqlText.read(bytes, UTF8.with(ClientEncoding.of("SJIS")));

        assertThat(text.classification().operation()).isEqualTo("drop");
    }

    @Test
    void readsNothingButAsciiInAnEncodingThatIsNotKnown() {
        ReadingTerms terms = UTF8.with(ClientEncoding.of("MULE_INTERNAL"));

        assertThat(SqlText.read(ascii("select 1"), terms).classification().operation())
                .isEqualTo("select");
        assertThat(SqlText.read("select '\u00fc'".getBytes(StandardCharsets.UTF_8), terms)
                        .classification()
                        .operation())
                .isEqualTo("unknown");
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void takesATextForUnknownThatASettingMayMakeAnother(ReadingTerms terms) {
        // One literal, unless the backslash escapes: then the third quote ends it.
        SqlText text = SqlText.read(ascii("select '\\'' ; drop table t; --'"), terms);

        assertThat(text.classification().operation()).isEqualTo("unknown");
        assertThat(text.classification().effects()).containsExactly("select", "drop");
        assertThat(text.classification().relations())
                .containsExactly(new Relation(Optional.empty(), "t", Relation.Access.WRITE));
        assertThat(text.nameCommands()).containsExactly(new NameCommand(Optional.empty(), false));
        assertThat(text.shape()).isEmpty();
    }

    static Stream<ReadingTerms> sessions() {
        return Stream.of(
                UTF8,
                UTF8.withStandardConformingStrings(false),
                UTF8.uncertain(),
                UTF8.withStringsPinned().uncertain(),
                UTF8.withStringsPinned().withStandardConformingStrings(false).uncertain());
    }

    @Test
    void readsATextByTheSettingWhereThatIsTheSessionsOwn() {
        byte[] bytes = ascii("select '\\'' ; drop table t; --'");
        ReadingTerms own = UTF8.withStringsPinned();

        assertThat(SqlText.read(bytes, own).classification().operation()).isEqualTo("select");
        assertThat(SqlText.read(bytes, own.withStandardConformingStrings(false))
                        .classification()
                        .operation())
                .isEqualTo("drop");
    }

    /** What is no text of SQL under the other value is refused by the server there. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select | on | select * from t where a like '10\\%' escape '\\'",
                "select | on | select * from t where a like '1' escape '\\' and b like '2' escape '\\' and c = 'x'",
                "insert | on | insert into files values ('C:\\new\\')",
                "delete | off | delete from t where a = 'it\\'s'",
                "insert | both | insert into t values ('a\\n')",
                "update | both | update t set a = regexp_replace(a, '(\\d+)\\s', '\\1')",
            })
    void keepsTextsKnownThatMeanTheSameOrNothingUnderTheOtherValue(String operation, String setting, String sql) {
        for (ReadingTerms terms : sessions().toList()) {
            boolean meant = setting.equals("both") || setting.equals("on") == terms.standardConformingStrings();
            assertThat(SqlText.read(ascii(sql), terms).classification().operation())
                    .isEqualTo(meant ? operation : "unknown");
        }
    }

    @Test
    void readsLiteralsBothWaysWhereTheSettingMayChange() {
        byte[] bytes = ascii("select 'dr\\157p'");

        assertThat(readings(SqlText.read(bytes, UTF8))).contains("select 'dr\\157p'", "select 'drop'");
        assertThat(readings(SqlText.read(bytes, UTF8.withStringsPinned()))).containsExactly("select 'dr\\157p'");
    }

    private static List<String> readings(SqlText text) {
        return text.readings(0, text.text().length());
    }

    @Test
    void tellsTextsApartWhoseLettersAreOtherBytes() {
        ReadingTerms latin = UTF8.with(ClientEncoding.of("LATIN1"));
        byte[] bytes = "select '\u00fc'".getBytes(StandardCharsets.ISO_8859_1);

        SqlText inLatin = SqlText.read(bytes, latin);

        assertThat(inLatin.text()).isEqualTo("select '\u00fc'");
        assertThat(inLatin.mark()).isPresent();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
