package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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

    @Test
    void takesATextForUnknownWhileASettingThatChangesItsReadingMayBeChanging() {
        byte[] bytes = ascii("select '\\'; drop table t; --'");

        assertThat(SqlText.read(bytes, UTF8).classification().operation()).isEqualTo("drop");
        assertThat(SqlText.read(bytes, UTF8.withStandardConformingStrings(false))
                        .classification()
                        .operation())
                .isEqualTo("select");
        assertThat(SqlText.read(bytes, UTF8.uncertain()).classification().operation())
                .isEqualTo("unknown");
        assertThat(SqlText.read(bytes, UTF8.withStandardConformingStrings(false).uncertain())
                        .classification()
                        .operation())
                .isEqualTo("unknown");
    }

    @Test
    void keepsPlainTextsKnownWhileASettingMayBeChanging() {
        assertThat(SqlText.read(ascii("insert into t values ('a\\n')"), UTF8.uncertain())
                        .classification()
                        .operation())
                .isEqualTo("insert");
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
