package dev.hoop.proto.http.internal.session;

import static dev.hoop.testkit.http2.Http2Frames.CONTINUATION;
import static dev.hoop.testkit.http2.Http2Frames.DATA;
import static dev.hoop.testkit.http2.Http2Frames.END_HEADERS;
import static dev.hoop.testkit.http2.Http2Frames.END_STREAM;
import static dev.hoop.testkit.http2.Http2Frames.GOAWAY;
import static dev.hoop.testkit.http2.Http2Frames.HEADERS;
import static dev.hoop.testkit.http2.Http2Frames.PING;
import static dev.hoop.testkit.http2.Http2Frames.PRIORITY;
import static dev.hoop.testkit.http2.Http2Frames.RST_STREAM;
import static dev.hoop.testkit.http2.Http2Frames.SETTINGS;
import static dev.hoop.testkit.http2.Http2Frames.WINDOW_UPDATE;
import static dev.hoop.testkit.http2.Http2Frames.data;
import static dev.hoop.testkit.http2.Http2Frames.fields;
import static dev.hoop.testkit.http2.Http2Frames.frame;
import static dev.hoop.testkit.http2.Http2Frames.headers;
import static dev.hoop.testkit.http2.Http2Frames.join;
import static dev.hoop.testkit.http2.Http2Frames.number;
import static dev.hoop.testkit.http2.Http2Frames.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.http.internal.statement.HttpStatement;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http2.Http2Wire;
import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What no client library sends, as frames: nothing of it is judged or forwarded. A malformed request is a stream error
 * (RFC 9113 section 8.1.1), with or without an answer of 4xx before it; what breaks the framing ends the connection.
 */
class Http2FramesTest {

    private final ScriptedGate gate = ScriptedGate.byHand();
    private RawHttpUpstream upstream;
    private SidecarFixture sidecar;
    private Http2Wire client;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = SidecarFixture.with(gate).start(upstream);
        client = connect();
    }

    private Http2Wire connect() throws IOException {
        return Http2Wire.begin(sidecar.connect().wire());
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
        assertThat(upstream.connections()).as("nothing reached the upstream").isZero();
    }

    private record Case(String what, byte[] frames) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static byte[] get(String... more) {
        return request("GET", "/x", more);
    }

    private static Case head(String what, byte[] block) {
        return new Case(what, headers(1, true, block));
    }

    static Stream<Case> malformedRequests() {
        return Stream.of(
                head(
                        "pseudo field behind a field",
                        join(
                                fields(":method", "GET", "x", "y"),
                                fields(":scheme", "http", ":authority", "a", ":path", "/x"))),
                head("method twice", join(fields(":method", "GET"), get())),
                head("path twice", join(fields(":path", "/y"), get())),
                head("authority twice", join(fields(":authority", "b"), get())),
                head("unknown pseudo field", join(fields(":x", "y"), get())),
                head("a response's pseudo field", join(fields(":status", "200"), get())),
                head("empty name", get("", "y")),
                head("upper case", get("X-Upper", "y")),
                head("upper case content-length", get("Content-Length", "0")),
                head("colon in name", get("x:y", "z")),
                head("blank in name", get("x y", "z")),
                head("line feed in value", get("x", "a\nb")),
                head("carriage return in value", get("x", "a\rb")),
                head("NUL in value", get("x", "a\0b")),
                head("blank before value", get("x", " a")),
                head("tab behind value", get("x", "a\t")),
                head("transfer-encoding", get("transfer-encoding", "chunked")),
                head("connection", get("connection", "x")),
                head("host of another", get("host", "other.example.com")),
                head("two different lengths", get("content-length", "0", "content-length", "1")),
                head("a list of different lengths", get("content-length", "0, 1")),
                head("length of no number", get("content-length", "0x0")),
                head("negative length", get("content-length", "-1")),
                head("signed length", get("content-length", "+0")),
                head("empty length", get("content-length", "")),
                head("length beyond any number", get("content-length", "99999999999999999999999")),
                head("length without a body", get("content-length", "1")),
                new Case(
                        "body longer than its length",
                        join(headers(1, false, request("PUT", "/x", "content-length", "1")), data(1, true, "ab"))),
                new Case(
                        "body shorter than its length",
                        join(headers(1, false, request("PUT", "/x", "content-length", "3")), data(1, true, "ab"))),
                new Case(
                        "trailers before the body is complete",
                        join(
                                headers(1, false, request("PUT", "/x", "content-length", "3")),
                                data(1, false, "ab"),
                                headers(1, true, fields("x-sum", "1")))),
                new Case(
                        "pseudo field in trailers",
                        join(
                                headers(1, false, request("PUT", "/x")),
                                data(1, false, "ab"),
                                headers(1, true, fields(":path", "/y")))),
                new Case(
                        "line feed in trailers",
                        join(
                                headers(1, false, request("PUT", "/x")),
                                data(1, false, "ab"),
                                headers(1, true, fields("x", "a\r\nb: c")))),
                new Case(
                        "framing in trailers",
                        join(
                                headers(1, false, request("PUT", "/x")),
                                data(1, false, "ab"),
                                headers(1, true, fields("content-length", "2")))),
                new Case(
                        "transfer-encoding in trailers",
                        join(
                                headers(1, false, request("PUT", "/x")),
                                data(1, false, "ab"),
                                headers(1, true, fields("transfer-encoding", "chunked")))),
                new Case(
                        "a second head that does not end the stream",
                        join(
                                headers(1, false, request("PUT", "/x")), data(1, false, "ab"),
                                headers(1, false, fields("x", "y")), data(1, true, "cd"))));
    }

    @ParameterizedTest
    @MethodSource("malformedRequests")
    void aMalformedRequestIsRefusedAndTheOtherStreamsGoOn(Case malformed) {
        client.send(malformed.frames());

        Http2Wire.Answer answer = client.answer(1);

        assertThat(answer.status()).matches("|4\\d\\d");
        if (answer.status().isEmpty()) {
            assertThat(answer.reset()).contains(Http2Error.PROTOCOL_ERROR);
        }
        assertThat(gate.waiting()).isZero();
        assertThat(gate.refusals()).isNotEmpty();
        client.send(headers(3, true, request("GET", "/ok")));
        gate.next().refuse("no");
        assertThat(client.answer(3).status()).isEqualTo("403");
    }

    static Stream<Case> brokenFrames() {
        return Stream.of(
                new Case("DATA before HEADERS", data(1, true, "ab")),
                new Case("DATA on stream 0", data(0, true, "ab")),
                new Case("HEADERS on stream 0", headers(0, true, get())),
                new Case("HEADERS on a server's stream", headers(2, true, get())),
                new Case("CONTINUATION without HEADERS", frame(CONTINUATION, END_HEADERS, 1, get())),
                new Case("DATA amid a header list", join(frame(HEADERS, 0, 1, get()), data(1, true, "ab"))),
                new Case(
                        "another stream amid a header list",
                        join(frame(HEADERS, 0, 1, get()), headers(3, true, get()))),
                new Case("PING amid a header list", join(frame(HEADERS, 0, 1, get()), frame(PING, 0, 0, new byte[8]))),
                new Case("an index that nothing has", headers(1, true, join(get(), new byte[] {(byte) 0xff, 0x7f}))),
                new Case("index 0", headers(1, true, join(get(), new byte[] {(byte) 0x80}))),
                new Case("a header list that is cut off", headers(1, true, Arrays.copyOf(get(), get().length - 1))),
                new Case("a length beyond any number", headers(1, true, join(get(), new byte[] {
                    0, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff
                }))),
                new Case(
                        "a dynamic table larger than was offered",
                        headers(1, true, join(new byte[] {0x3f, (byte) 0xe1, (byte) 0xff, 0x7f}, get()))),
                new Case("padding longer than the frame", frame(DATA, 8, 1, (byte) 9, (byte) 'a')),
                new Case(
                        "a frame larger than was offered",
                        join(headers(1, false, request("PUT", "/x")), data(1, true, "x".repeat(16_385)))),
                new Case("SETTINGS of five octets", frame(SETTINGS, 0, 0, new byte[5])),
                new Case("SETTINGS on a stream", frame(SETTINGS, 0, 1)),
                new Case("an acknowledgement with a payload", frame(SETTINGS, 1, 0, new byte[6])),
                new Case("a window larger than may be", frame(SETTINGS, 0, 0, new byte[] {0, 4, -1, -1, -1, -1})),
                new Case("a frame size smaller than may be", frame(SETTINGS, 0, 0, new byte[] {0, 5, 0, 0, 0, 1})),
                new Case("push neither off nor on", frame(SETTINGS, 0, 0, new byte[] {0, 2, 0, 0, 0, 2})),
                new Case("WINDOW_UPDATE of nothing", number(WINDOW_UPDATE, 0, 0)),
                new Case("a window that overflows", number(WINDOW_UPDATE, 0, Integer.MAX_VALUE)),
                new Case("WINDOW_UPDATE of three octets", frame(WINDOW_UPDATE, 0, 0, new byte[3])),
                new Case("PING of seven octets", frame(PING, 0, 0, new byte[7])),
                new Case("PING on a stream", frame(PING, 0, 1, new byte[8])),
                new Case("RST_STREAM of an idle stream", number(RST_STREAM, 1, 8)),
                new Case("RST_STREAM of stream 0", number(RST_STREAM, 0, 8)),
                new Case("PUSH_PROMISE from a client", frame(5, END_HEADERS, 1, join(new byte[] {0, 0, 0, 2}, get()))),
                new Case("GOAWAY on a stream", frame(GOAWAY, 0, 1, new byte[8])),
                new Case("PRIORITY on stream 0", frame(PRIORITY, 0, 0, new byte[5])));
    }

    @ParameterizedTest
    @MethodSource("brokenFrames")
    void brokenFramingEndsTheConnection(Case broken) throws IOException {
        client.send(broken.frames());

        client.wire().awaitEnd();

        assertThat(gate.waiting()).isZero();
        assertThat(gate.refusals()).isNotEmpty();
        try (Http2Wire another = connect()) {
            another.send(headers(1, true, get()));
            gate.next().refuse("no");
            assertThat(another.answer(1).status()).isEqualTo("403");
        }
    }

    /** A lower number than one that was used is that of a stream which is closed (RFC 9113 section 5.1.1). */
    @Test
    void aStreamNumberThatFallsOpensNothing() {
        client.send(headers(5, false, request("PUT", "/x")), headers(3, true, get()), data(5, true, "ab"));

        assertThat(gate.next().payload()).isEqualTo("PUT /x\n\nab");
        assertThat(client.answer(3).reset()).contains(Http2Error.STREAM_CLOSED);
        assertThat(gate.waiting()).isZero();
    }

    static Stream<Case> sameLengths() {
        return Stream.of(
                head("twice", request("PUT", "/x", "content-length", "2", "content-length", "2")),
                head("as a list", request("PUT", "/x", "content-length", "2, 2")));
    }

    /** RFC 9110 section 8.6: a repeated length may be replaced by a single one, and DATA frames have proven it. */
    @ParameterizedTest
    @MethodSource("sameLengths")
    void aLengthThatIsRepeatedIsForwardedOnce(Case repeated) {
        byte[] head = repeated.frames();
        head[4] &= ~END_STREAM;
        client.send(head, data(1, true, "ab"));
        ScriptedGate.Asked asked = gate.next();
        assertThat(((HttpStatement) asked.statement).head().fields().all("content-length"))
                .containsExactly("2");
        asked.refuse("no");
        assertThat(client.answer(1).status()).isEqualTo("403");
    }

    static Stream<Case> floods() {
        return Stream.of(
                new Case("a header list without end", frame(CONTINUATION, 0, 1, fields("x", "y".repeat(100)))),
                new Case("a header list of nothing without end", frame(CONTINUATION, 0, 1)),
                new Case("a header list octet by octet", frame(CONTINUATION, 0, 1, (byte) 0)));
    }

    @ParameterizedTest
    @MethodSource("floods")
    void aHeaderListWithoutEndEndsTheConnection(Case flood) {
        client.send(frame(HEADERS, END_STREAM, 1, get()));
        flood(flood.frames());

        client.wire().awaitEnd();

        assertThat(sidecar.buffered()).isLessThan(1024 * 1024);
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void dataOfNothingWithoutEndEndsTheConnection() {
        client.send(headers(1, false, request("PUT", "/x")));
        flood(data(1, false, ""));

        client.wire().awaitEnd();

        assertThat(gate.waiting()).isZero();
    }

    /** Sends the same frames again and again until the connection breaks. */
    private void flood(byte[] frames) {
        byte[] many = join(Collections.nCopies(100, frames).toArray(byte[][]::new));
        for (int i = 0; i < 2_000; i++) {
            if (!sent(client, many)) {
                return;
            }
        }
    }

    private static boolean sent(Http2Wire to, byte[] bytes) {
        try {
            to.send(bytes);
            return to.wire().end().isEmpty();
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    @Test
    void framesOfAnUnknownTypeAreNothing() {
        client.send(
                frame(0x42, 0xff, 0, new byte[100]),
                headers(1, false, request("PUT", "/x")),
                frame(0x42, 0xff, 1, new byte[100]),
                frame(PRIORITY, 0, 1, new byte[] {0, 0, 0, 0, 16}),
                data(1, true, "ab"));
        ScriptedGate.Asked asked = gate.next();
        assertThat(asked.payload()).isEqualTo("PUT /x\n\nab");
        asked.refuse("no");
        assertThat(client.answer(1).status()).isEqualTo("403");
    }
}
