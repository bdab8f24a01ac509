package dev.hoop.proto.http.internal.session;

import static dev.hoop.proto.http.internal.session.Http2Client.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client of HTTP/2 must not do, and what comes of it. */
class Http2AbuseTest {

    private final ScriptedGate gate = ScriptedGate.byHand();
    private RawHttpUpstream upstream;
    private SidecarFixture sidecar;
    private Http2Client client;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = SidecarFixture.with(gate).start(upstream);
        client = Http2Client.connect(sidecar.address());
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
        assertThat(upstream.connections()).as("nothing reached the upstream").isZero();
    }

    /** @param outcome how the stream's events start */
    record Case(String what, String outcome, UnaryOperator<Http2Headers> change) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Case> malformed() {
        return Stream.of(
                new Case("no method", "400", headers -> without(headers, ":method")),
                new Case("no path", "400", headers -> without(headers, ":path")),
                new Case("no scheme", "400", headers -> without(headers, ":scheme")),
                new Case("no host", "400", headers -> without(headers, ":authority")),
                new Case("empty path", "", headers -> headers.path("")),
                new Case("another scheme", "400", headers -> headers.scheme("ftp")),
                new Case("absolute form", "400", headers -> headers.path("http://example.com/x")),
                new Case("asterisk", "400", headers -> headers.path("*")),
                new Case("fragment", "400", headers -> headers.path("/a#b")),
                new Case("broken encoding", "400", headers -> headers.path("/a%zz")),
                new Case("encoded NUL", "400", headers -> headers.path("/a%00")),
                new Case("blank in path", "400", headers -> headers.path("/a b")),
                new Case("line in path", "", headers -> headers.path("/a\r\nX: y")),
                new Case("method no token", "400", headers -> headers.method("G T")),
                new Case("line in method", "", headers -> headers.method("GET / HTTP/1.1\r\nX:")),
                new Case("user in authority", "400", headers -> headers.authority("u@example.com")),
                new Case("no authority at all", "", headers -> headers.authority("")),
                new Case(
                        "two hosts",
                        "400",
                        headers -> headers.add("host", "example.com").add("host", "example.com")),
                new Case("another host", "400", headers -> headers.add("host", "other.example.com")),
                new Case("CONNECT", "501", headers -> without(without(headers.method("CONNECT"), ":path"), ":scheme")),
                new Case(
                        "extended CONNECT",
                        "",
                        headers -> headers.method("CONNECT").add(":protocol", "websocket")),
                new Case("unknown pseudo field", "", headers -> headers.add(":x", "y")),
                new Case("status in request", "", headers -> headers.status("200")),
                new Case("connection", "", headers -> headers.add("connection", "close")),
                new Case("upgrade", "", headers -> headers.add("upgrade", "h2c")),
                new Case("transfer-encoding", "", headers -> headers.add("transfer-encoding", "chunked")),
                new Case("te", "", headers -> headers.add("te", "chunked")),
                new Case("upper case", "", headers -> headers.add("X-Upper", "a")),
                new Case("name no token", "", headers -> headers.add("x(y)", "a")),
                new Case("line in name", "", headers -> headers.add("x: y\r\nz", "a")),
                new Case("line in value", "", headers -> headers.add("x", "y\r\nz: a")),
                new Case("NUL in value", "", headers -> headers.add("x", "a\0b")),
                new Case("blank around value", "", headers -> headers.add("x", " a")),
                new Case("length no number", "", headers -> headers.add("content-length", "+0")),
                new Case("length without body", "", headers -> headers.add("content-length", "5")),
                new Case("too many fields", "431", headers -> {
                    for (int i = 0; i < 201; i++) {
                        headers.add("x" + i, "y");
                    }
                    return headers;
                }),
                new Case("too long a target", "414", headers -> headers.path("/" + "a".repeat(33_000))),
                new Case("too large a list", "431", headers -> headers.add("x", "y".repeat(70_000))));
    }

    private static Http2Headers without(Http2Headers headers, String name) {
        headers.remove(name);
        return headers;
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void isNeverJudgedNorForwarded(Case malformed) {
        String outcome = client.open()
                .headers(malformed.change().apply(request("GET", "/x")), true)
                .all();
        assertThat(outcome).startsWith(malformed.outcome()).doesNotStartWith("200");
        assertThat(outcome).matches("(?s)(4\\d\\d|501).*END|RESET PROTOCOL_ERROR");
        assertThat(gate.waiting()).isZero();
        assertThat(client.open().headers(request("GET", "/ok"), true)).isNotNull();
        assertThat(gate.next().payload()).as("the connection goes on").isEqualTo("GET /ok\n\n");
    }

    @Test
    void aBodyLongerOrShorterThanItSaysIsRefused() {
        for (String body : List.of("abc", "abcdef")) {
            String outcome = client.open()
                    .headers(request("PUT", "/x").add("content-length", "4"), false)
                    .data(body, true)
                    .all();
            assertThat(outcome).matches("(?s)400 .*END|RESET PROTOCOL_ERROR");
        }
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void aTrailerThatBelongsIntoTheHeadIsRefused() {
        String outcome = client.open()
                .headers(request("PUT", "/x"), false)
                .data("abc", false)
                .headers(new DefaultHttp2Headers(false).add("authorization", "x"), true)
                .all();
        assertThat(outcome).startsWith("400 ");
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void openingAndResettingEndsTheConnection() {
        for (int i = 0; i < 10_000 && client.isOpen(); i++) {
            client.openAndReset("/" + i);
        }
        Eventually.await(() -> !client.isOpen(), Eventually.SOON, "the connection ends");
        ScriptedGate.Asked last = gate.next();
        int asked = 1;
        while (gate.waiting() > 0) {
            last = gate.next();
            asked++;
        }
        assertThat(asked).isLessThan(1_000);
        ScriptedGate.Asked one = last;
        Eventually.await(one::cancelled, Eventually.SOON, "the wait ends");
    }

    @Test
    void aClientIsToldWhyItsResetsEndedTheConnection() {
        // Not one more than it takes: what the server leaves unread would reset the connection under its last word.
        for (int i = 0; i <= 200; i++) {
            client.openAndReset("/" + i);
        }
        assertThat(client.next()).isEqualTo("GOAWAY ENHANCE_YOUR_CALM");
        assertThat(client.next()).isEqualTo("CLOSED");
    }

    @Test
    void heldStreamsCountAndTheNextOneIsRefused() throws Exception {
        assertThat(client.maxStreams()).isEqualTo(100);
        List<Http2Client.Stream> held = new ArrayList<>();
        List<ScriptedGate.Asked> asked = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            held.add(client.get("/held"));
            asked.add(gate.next().hold());
        }
        assertThat(client.get("/one-more").next()).isEqualTo("RESET REFUSED_STREAM");
        held.get(0).reset();
        Eventually.await(asked.get(0)::cancelled, Eventually.SOON, "a reset ends its wait");
        client.get("/next");
        assertThat(gate.next().payload()).isEqualTo("GET /next\n\n");
    }

    @Test
    void aPrefaceThatIsNoneIsARequestOfAnUnknownVersion() throws Exception {
        try (RawConnection raw = sidecar.connect()) {
            raw.send("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n");
            assertThat(raw.readResponse().startLine()).startsWith("HTTP/1.1 505 ");
        }
    }

    @Test
    void garbageBehindThePrefaceEndsTheConnection() throws Exception {
        try (RawConnection raw = sidecar.connect()) {
            raw.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(raw.readToEnd()).doesNotContain("HTTP/1.1 200");
        }
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void aPrefaceByteByByteIsOne() throws Exception {
        try (RawConnection raw = sidecar.connect()) {
            for (char c : "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".toCharArray()) {
                raw.send(String.valueOf(c));
            }
            // An empty SETTINGS frame is what the server begins with, at the least.
            assertThat((int) raw.read(9).charAt(3)).isEqualTo(4);
        }
    }
}
