package dev.hoop.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a document costs is bounded by what is read of it, not by what was sent. */
class JsonTest {

    private static final int BODY = 1024 * 1024;
    private static final long MOST_MEMORY = 16L * 1024 * 1024;

    @Test
    void whatIsAllPiecesIsRefusedBeforeItIsHeldInMemory() {
        refusesAll("objects", "[", i -> "{}", "]");
        refusesAll("lists", "[", i -> "[]", "]");
        refusesAll("numbers", "[", i -> "0", "]");
        refusesAll("objects with a key", "[", i -> "{\"a\":{}}", "]");
        refusesAll("keys", "{", i -> "\"" + i + "\":{}", "}");
    }

    private static void refusesAll(String what, String begin, IntFunction<String> piece, String end) {
        String body = IntStream.iterate(0, i -> i + 1)
                .limit((BODY - 2) / (piece.apply(100_000).length() + 1))
                .mapToObj(piece)
                .collect(Collectors.joining(",", begin, end));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        assertThat(bytes.length).as(what).isBetween(BODY / 2, BODY);
        long before = allocated();
        assertThatThrownBy(() -> Json.read(bytes))
                .as(what)
                .isInstanceOfSatisfying(
                        WebFailure.class,
                        failure -> assertThat(failure.status()).isEqualTo(400))
                .hasMessageContaining("at most 64 levels, 50000 values, keys and brackets");
        assertThat(allocated() - before).as(what).isLessThan(MOST_MEMORY);
    }

    /** By this thread so far, in bytes. */
    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void asManyAsAreReadAreRead() {
        int pairs = Json.MAX_TOKENS / 2 - 1;
        String body = IntStream.range(0, pairs).mapToObj(i -> "{}").collect(Collectors.joining(",", "[", "]"));
        assertThat(Json.read(body)).hasSize(pairs);
    }

    @Test
    void whatIsDeepOrLongIsRefused() {
        assertThat(Json.read("[".repeat(64) + "]".repeat(64))).isNotEmpty();
        for (String body : new String[] {
            "[".repeat(65) + "]".repeat(65),
            "{\"" + "x".repeat(1001) + "\":1}",
            "\"" + "x".repeat(BODY + 1) + "\"",
            "1".repeat(2000)
        }) {
            assertThatThrownBy(() -> Json.read(body))
                    .isInstanceOf(WebFailure.class)
                    .hasMessageContaining("larger than is read here");
        }
        assertThat(Json.read("\"" + "x".repeat(BODY) + "\"").textValue()).hasSize(BODY);
    }
}
