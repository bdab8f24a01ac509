package dev.hoop.proto.http.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused, and with which words: {@code hostile-requests.tsv}, permanently. */
class HostileRequestsTest {

    /** @param outcome the status and the start of the reason */
    record Case(String outcome, String input) {
        @Override
        public String toString() {
            return outcome + " <- " + input;
        }
    }

    static Stream<Case> cases() {
        InputStream resource =
                Objects.requireNonNull(HostileRequestsTest.class.getResourceAsStream("hostile-requests.tsv"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.US_ASCII))) {
            return reader
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("# "))
                    .map(line -> line.split("\t", 2))
                    .map(columns -> new Case(columns[0], columns[1]))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isRefused(Case refused) {
        byte[] input = Transcript.unescaped(refused.input());
        List<String> transcript = Transcript.ofRequests(List.of(input));
        assertThat(transcript).last().asString().startsWith("BAD " + refused.outcome());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isRefusedByteByByteJustTheSame(Case refused) {
        byte[] input = Transcript.unescaped(refused.input());
        List<byte[]> parts = new ArrayList<>();
        for (byte b : input) {
            parts.add(new byte[] {b});
        }
        assertThat(Transcript.ofRequests(parts)).last().asString().startsWith("BAD " + refused.outcome());
    }
}
