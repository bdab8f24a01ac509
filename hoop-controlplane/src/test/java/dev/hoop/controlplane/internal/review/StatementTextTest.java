package dev.hoop.controlplane.internal.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1", "naïve café, 5 €", "שלום", "Привет", "価格 = 5", "ราคาสินค้าที่", "हिन्दी", "👍"})
    void whatIsReadAsItStandsIsShownAsItStands(String text) {
        assertThat(shown(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0000|a⟨U+0000⟩b",
                "0007|a⟨U+0007⟩b",
                "000D|a⟨U+000D⟩b",
                "001B|a⟨U+001B⟩b",
                "007F|a⟨U+007F⟩b",
                "0085|a⟨U+0085⟩b",
                "00A0|a⟨U+00A0⟩b",
                "00AD|a⟨U+00AD⟩b",
                "0301|a⟨U+0301⟩b",
                "034F|a⟨U+034F⟩b",
                "061C|a⟨U+061C⟩b",
                "115F|a⟨U+115F⟩b",
                "180E|a⟨U+180E⟩b",
                "200B|a⟨U+200B⟩b",
                "200D|a⟨U+200D⟩b",
                "2028|a⟨U+2028⟩b",
                "202E|a⟨U+202E⟩b",
                "2066|a⟨U+2066⟩b",
                "2800|a⟨U+2800⟩b",
                "3000|a⟨U+3000⟩b",
                "3164|a⟨U+3164⟩b",
                "E000|a⟨U+E000⟩b",
                "FE0F|a⟨U+FE0F⟩b",
                "FEFF|a⟨U+FEFF⟩b",
                "FFA0|a⟨U+FFA0⟩b",
                "E0041|a⟨U+E0041⟩b",
                "10FFFD|a⟨U+10FFFD⟩b",
            })
    void whatCannotBeSeenIsMarked(String number, String expected) {
        String text = "a" + Character.toString(Integer.parseInt(number, 16)) + "b";
        assertThat(shown(text)).isEqualTo(expected);
    }

    @Test
    void blanksAtTheEndAndTabsAreMarked() {
        assertThat(shown("a b  ")).isEqualTo("a b··");
        assertThat(shown("\ta")).isEqualTo("→\ta");
        assertThat(shown("   ")).isEqualTo("···");
    }

    @Test
    void everyLineIsThere() {
        assertThat(StatementText.of(bytes("a\n\nb\n")).lines()).hasSize(4);
        assertThat(StatementText.of(bytes("a\r\nb")).lines()).hasSize(2);
        assertThat(shown("a\r\nb")).isEqualTo("a⟨U+000D⟩\nb");
        assertThat(StatementText.of(new byte[0]).lines()).hasSize(1);
    }

    @Test
    void bytesThatAreNoTextAreShownByTheirNumbers() {
        StatementText text = StatementText.of(new byte[] {'a', (byte) 0xff, '\n', 0, (byte) 0xc3, (byte) 0xa9});
        assertThat(text.isText()).isFalse();
        assertThat(text.plain()).isEqualTo("a\\xff\n\\x00\\xc3\\xa9");
        assertThat(text.lines()).hasSize(2);
    }

    @Test
    void theSummaryIsTheFirstLineThatSaysSomething() {
        assertThat(StatementText.of(bytes("\n  \nDELETE FROM a\nb")).summary()).isEqualTo("··");
        assertThat(StatementText.of(bytes("DELETE\u202e FROM a\nb")).summary()).isEqualTo("DELETE⟨U+202E⟩ FROM a");
        assertThat(StatementText.of(bytes("x".repeat(500))).summary())
                .hasSize(160)
                .endsWith("…");
        assertThat(StatementText.of(new byte[0]).summary()).isEmpty();
        assertThat(StatementText.of(bytes("SELECT" + " ".repeat(500))).summary())
                .as("what it shows of the middle is no end")
                .isEqualTo("SELECT" + " ".repeat(153) + "…");
        assertThat(StatementText.of(new byte[] {'\n', 'a', (byte) 0xff, ' '}).summary())
                .isEqualTo("a\\xff");
    }

    @Test
    void ofABeginningNoPartOfACharacterIsLeft() {
        byte[] whole = bytes("é".repeat(5_000));
        StatementText text = StatementText.ofBeginning(whole);
        assertThat(text.isText()).isTrue();
        assertThat(text.plain()).isEqualTo("é".repeat(1_023));
        assertThat(StatementText.ofBeginning(bytes("DELETE")).plain()).isEqualTo("DELETE");
        assertThat(StatementText.ofBeginning(bytes("a" + "é".repeat(5_000))).plain())
                .isEqualTo("a" + "é".repeat(1_023));
    }

    private static String shown(String text) {
        return StatementText.of(bytes(text)).lines().stream()
                .map(line ->
                        line.pieces().stream().map(StatementText.Piece::text).collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
