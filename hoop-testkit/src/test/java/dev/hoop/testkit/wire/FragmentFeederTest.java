package dev.hoop.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentFeederTest {

    private static final byte[] INPUT = "abcd".getBytes(StandardCharsets.US_ASCII);

    @Test
    void cutsAtEveryPositionAndIntoBytes() {
        assertThat(FragmentFeeder.cuts(INPUT).stream().map(FragmentFeederTest::text))
                .containsExactly("abcd", "a|bcd", "ab|cd", "abc|d", "a|b|c|d");
    }

    @Test
    void everyCutIsTheWholeInput() {
        FragmentFeeder.feedEveryCut(INPUT, cut -> {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            cut.forEach(joined::writeBytes);
            assertThat(joined.toByteArray()).isEqualTo(INPUT);
        });
    }

    @Test
    void tellsWhereItWasCutWhenItFails() {
        assertThatThrownBy(() -> FragmentFeeder.feedEveryCut(
                        INPUT, cut -> assertThat(cut.get(0)).hasSizeGreaterThan(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("split after 1 bytes")
                .hasMessageContaining("61 62 63 64");
    }

    private static String text(List<byte[]> cut) {
        return String.join(
                "|",
                cut.stream()
                        .map(part -> new String(part, StandardCharsets.US_ASCII))
                        .toList());
    }
}
