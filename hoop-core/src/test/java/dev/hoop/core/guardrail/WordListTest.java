package dev.hoop.core.guardrail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordListTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "drop|drop table x|true",
                "drop|DROP|true",
                "drop|(Drop)|true",
                "drop|raindrop|false",
                "drop|drops|false",
                "drop|drop_table|false",
                "drop|drop2|false",
                "drop|drop-table|true",
                "drop|raindrop drop|true",
                "drop|dro|false",
                "drop table|a drop table b|true",
                "drop table|drop  table|false",
                "--|a--b|true",
                "$where|{$where: 1}|true",
                "$where|a$where|true",
                "$where|$wherever|false",
                "m\u00fcller|Herr M\u00dcLLER kam|true",
                "m\u00fcller|m\u00fcllers|false",
                "pass|pass\u0301 it|false",
                "pass|\u00e9pass|false",
                "\u043f\u0430\u0440\u043e\u043b\u044c|\u041f\u0410\u0420\u041e\u041b\u042c=1|true",
                "\uD83D\uDCA3|a\uD83D\uDCA3b|true",
                "kill|\u212Aill|true",
                "sis|\u017Fis|true",
                "he,she,hers|ushers|false",
                "he,she,hers|us hers|true",
                "ab,b|ab|true",
                "xab,b|yxa b|true",
            })
    void findsWholeWords(String words, String text, boolean found) {
        assertThat(new WordList(List.of(words.split(","))).isIn(text)).isEqualTo(found);
    }

    @Test
    void bordersOnTheEndsOfTheText() {
        WordList list = new WordList(List.of("a"));

        assertThat(list.isIn("")).isFalse();
        assertThat(list.isIn("a")).isTrue();
        assertThat(list.isIn("\uD83D")).isFalse();
    }

    @Test
    void boundsTheList() {
        List<String> words = Collections.nCopies(WordList.MAX_CHARACTERS / 8 + 1, "abcdefgh");

        assertThatThrownBy(() -> new WordList(words))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the words have more than 32768 characters together; shorten the list");
    }

    @Property(tries = 2000)
    void agreesWithTheObviousSearch(@ForAll("words") List<String> words, @ForAll("texts") String text) {
        assertThat(new WordList(words).isIn(text)).isEqualTo(obviousSearch(words, text));
    }

    private static boolean obviousSearch(List<String> words, String text) {
        for (String word : words) {
            for (int at = 0; at + word.length() <= text.length(); at++) {
                boolean here = text.regionMatches(true, at, word, 0, word.length());
                boolean before = at == 0 || !part(text.charAt(at - 1)) || !part(word.charAt(0));
                int end = at + word.length();
                boolean behind =
                        end == text.length() || !part(text.charAt(end)) || !part(word.charAt(word.length() - 1));
                if (here && before && behind) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean part(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    @Provide
    Arbitrary<List<String>> words() {
        return letters().ofMinLength(1).ofMaxLength(5).list().ofMinSize(1).ofMaxSize(6);
    }

    @Provide
    Arbitrary<String> texts() {
        return letters().ofMaxLength(40);
    }

    private static StringArbitrary letters() {
        return Arbitraries.strings().withChars("abAB_ -\u00e4\u00c4".toCharArray());
    }

    @Test
    void takesAsLongForAHostileListAsForAPlainOne() {
        // Every suffix of the text is a prefix of a word: a search that goes back would take quadratic time.
        char[] as = new char[4000];
        Arrays.fill(as, 'a');
        WordList list = new WordList(List.of(new String(as) + "b", "b" + new String(as)));
        char[] text = new char[4_000_000];
        Arrays.fill(text, 'a');

        assertThat(list.isIn(new String(text))).isFalse();
    }
}
