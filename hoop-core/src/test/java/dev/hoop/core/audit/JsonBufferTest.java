package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class JsonBufferTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Property(tries = 2000)
    void anyStringReadsBackFromOneLine(@ForAll("anyChars") String text) throws JsonProcessingException {
        JsonBuffer buffer = new JsonBuffer(0);
        assertThat(buffer.string(text, Integer.MAX_VALUE)).isFalse();

        String json = decodeStrictly(buffer);
        assertThat(json).matches("[^\\p{Cntrl}\\x7f-\\x9f\\u2028\\u2029]*");
        assertThat(JSON.readValue(json, String.class)).isEqualTo(withoutLoneSurrogates(text));
    }

    @Property(tries = 2000)
    void aCutFallsBetweenTwoCharactersAndIsTold(
            @ForAll("anyChars") String text, @ForAll @IntRange(min = 1, max = 40) int max)
            throws JsonProcessingException {
        JsonBuffer buffer = new JsonBuffer(0);
        boolean cut = buffer.string(text, max);

        String whole = withoutLoneSurrogates(text);
        String read = JSON.readValue(decodeStrictly(buffer), String.class);
        int size = read.getBytes(StandardCharsets.UTF_8).length;
        assertThat(whole).startsWith(read);
        assertThat(size).isLessThanOrEqualTo(max);
        assertThat(cut).isEqualTo(!read.equals(whole));
        if (cut) {
            int next = whole.codePointAt(read.length());
            assertThat(size + Character.toString(next).getBytes(StandardCharsets.UTF_8).length)
                    .isGreaterThan(max);
        }
    }

    @Property
    void numbersAreWrittenInDecimal(@ForAll long value) {
        JsonBuffer buffer = new JsonBuffer(0);
        buffer.number(value);
        assertThat(decodeStrictly(buffer)).isEqualTo(Long.toString(value));
    }

    @Property(tries = 1)
    void theLeastNumberToo() {
        numbersAreWrittenInDecimal(Long.MIN_VALUE);
    }

    @Provide
    Arbitrary<String> anyChars() {
        Arbitrary<Character> char16 = Arbitraries.oneOf(
                Arbitraries.chars().range(Character.MIN_VALUE, Character.MAX_VALUE),
                Arbitraries.chars().range('\u0000', '\u00ff'),
                Arbitraries.chars().range(Character.MIN_SURROGATE, Character.MAX_SURROGATE),
                Arbitraries.of('"', '\\', '/', '\n', (char) 0x2028, (char) 0x2029, (char) 0x85));
        return char16.list().ofMaxSize(60).map(chars -> {
            StringBuilder text = new StringBuilder();
            chars.forEach(text::append);
            return text.toString();
        });
    }

    /** Malformed UTF-8 would come out as U+FFFD and differ from the original in length. */
    private static String decodeStrictly(JsonBuffer buffer) {
        byte[] bytes = buffer.copy();
        String text = new String(bytes, StandardCharsets.UTF_8);
        assertThat(text.getBytes(StandardCharsets.UTF_8)).isEqualTo(bytes);
        return text;
    }

    private static String withoutLoneSurrogates(String text) {
        StringBuilder whole = new StringBuilder();
        text.codePoints()
                .map(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xfffd : point)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}
