package dev.hoop.proto.http.internal.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.proto.http.internal.BadMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathReadingsTest {

    /**
     * @param verdict {@code match}, {@code none} or {@code refuse}
     * @param target what is asked for
     * @param forwarded what the upstream is asked; empty where it is refused
     */
    record Evasion(String verdict, String target, String forwarded) {
        @Override
        public String toString() {
            return verdict + " " + target;
        }
    }

    static Stream<Evasion> evasions() {
        InputStream resource = Objects.requireNonNull(PathReadingsTest.class.getResourceAsStream("path-evasions.tsv"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.US_ASCII))) {
            return reader
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("# "))
                    .map(line -> line.split("\t", -1))
                    .map(column -> new Evasion(column[0], column[1], column.length > 2 ? column[2] : ""))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("evasions")
    void noReadingSlipsPastARule(Evasion evasion) throws BadMessage {
        if (evasion.verdict().equals("refuse")) {
            assertThatThrownBy(() -> RequestTarget.parse(evasion.target())).isInstanceOf(BadMessage.class);
            return;
        }
        RequestTarget target = RequestTarget.parse(evasion.target());
        assertThat(target.readings().anyMatch(PathPattern.parse("/admin/**")))
                .as("readings %s", target.readings().texts())
                .isEqualTo(evasion.verdict().equals("match"));
        assertThat(target.forwarded()).isEqualTo(evasion.forwarded());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a", "/a/b.c/", "/a/b?x=%2e%2e/../;//", "/~u/a_b-c:d@e!$&'()*+,=f", "*"})
    void aPlainPathHasOneReading(String target) throws BadMessage {
        assertThat(RequestTarget.parse(target).readings().texts())
                .containsExactly(RequestTarget.parse(target).path());
    }

    @ParameterizedTest
    @CsvSource({
        "/a%20b, /a b",
        "/caf%C3%A9, /caf\u00e9",
        "/a%2Fb, /a/b",
        "/a%252Fb, /a%2Fb",
        "/a%252Fb, /a/b",
        "/a%5Cb, /a\\b",
        "/a%5Cb, /a/b",
        "/a;b=c/d, /a/d",
        "/a%3Bb/c, /a/c",
        "/a%3Fb, /a",
        "/a//../b, /a/b",
        "/a//../b, /b",
        "//h/a, /a",
        "http://h//x/a, /a",
    })
    void aCraftedPathHasThisReading(String target, String reading) throws BadMessage {
        assertThat(RequestTarget.parse(target).readings().texts()).contains(reading);
    }

    @Test
    void theSentPathIsTheFirstReading() throws BadMessage {
        assertThat(RequestTarget.parse("/a/%2e./b;c//d").readings().texts())
                .startsWith("/a/%2e./b;c//d")
                .doesNotHaveDuplicates();
    }

    @Test
    void honestPathsHaveFewReadings() throws BadMessage {
        for (String target : List.of(
                "/files/a%20b%2Fc.txt",
                "/repos/o%2Fr/contents/dir%2Ffile.txt",
                "/api/v1/namespaces/default/pods;watch=true",
                "/.well-known/acme-challenge/x",
                "/buckets/b/o/a%2Fb%2F..%2Fc")) {
            assertThat(RequestTarget.parse(target).readings().size()).as(target).isLessThanOrEqualTo(24);
        }
    }

    @Test
    void aPathThatCanBeReadInTooManyWaysIsRefusedSoon() {
        String crafted = "/a%2Fb;c%252F..%255C..;x//./%2e%2e/\\%5c%3Bd%253f%3fe".repeat(40);
        assertThatThrownBy(() -> RequestTarget.parse(crafted))
                .isInstanceOf(BadMessage.class)
                .hasMessageContaining("too many ways");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/.well-known/hoop/x",
                "/.well-known/hoop",
                "/.well-known/../.well-known/hoop/x",
                "/.well-known/%68oop/x",
                "//.well-known/hoop/x",
                "/%2ewell-known/hoop/x",
                "/.well-known%2fhoop%2fx",
                "/.well-known\\hoop\\x",
                "/.well-known;a/hoop;b/x",
                "/a/../.well-known/./hoop/x",
                "//h/.well-known/hoop/x",
                "http://h/.well-known/hoop/x",
                "http://h//.well-known//hoop//x",
                "/%252ewell-known/hoop/x",
            })
    void knowsAReservedPrefixHoweverItIsSpelled(String target) throws BadMessage {
        assertThat(RequestTarget.parse(target).readings().anyUnder("/.well-known/hoop/"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/.well-known/hoops/x", "/well-known/hoop/x", "/x?/.well-known/hoop/", "/.Well-Known/hoop/x"})
    void doesNotReserveMore(String target) throws BadMessage {
        assertThat(RequestTarget.parse(target).readings().anyUnder("/.well-known/hoop/"))
                .isFalse();
    }
}
