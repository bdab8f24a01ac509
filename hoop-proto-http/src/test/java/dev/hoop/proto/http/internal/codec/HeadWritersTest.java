package dev.hoop.proto.http.internal.codec;

import static dev.hoop.proto.http.internal.codec.Transcript.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HeadWritersTest {

    private final Via via = Via.random();
    private final RequestHeadWriter requests = new RequestHeadWriter(via, "upstream:8080", Set.of("x-mine"));
    private final ResponseHeadWriter responses = new ResponseHeadWriter(via, Set.of("x-forged"));

    @Test
    void takesOffWhatBelongsToOneConnection() throws BadMessage {
        RequestHead head = request("GET /a/../b?c=../d HTTP/1.1\r\nHost: h\r\nA: 1\r\nConnection: keep-alive, X-Hop\r\n"
                + "Keep-Alive: 5\r\nX-Hop: 1\r\nB:  2 \r\nProxy-Connection: close\r\nTE: trailers\r\nUpgrade: h2c\r\n"
                + "HTTP2-Settings: x\r\nX-Mine: 1\r\nVia: 1.0 fred\r\nC: 3\r\n\r\n");
        assertThat(written(out -> requests.write(head, head.framing(), false, true, out)))
                .isEqualTo("GET /b?c=../d HTTP/1.1\r\nHost: h\r\nA: 1\r\nB: 2\r\nVia: 1.0 fred\r\nC: 3\r\nVia: 1.1 "
                        + via.pseudonym() + "\r\n\r\n");
    }

    @Test
    void keepsAnOrdinaryHeadByteForByte() throws BadMessage {
        String fields = "Host: h\r\nAccept:   */*  \r\nX-Caf\u0065: caf\u00e9\r\nReferer: http://h/\r\n";
        RequestHead head = request("GET /a%2Fb;c=1?d HTTP/1.1\r\n" + fields + "\r\n");
        assertThat(written(out -> requests.write(head, head.framing(), false, true, out)))
                .isEqualTo("GET /a%2Fb;c=1?d HTTP/1.1\r\n" + fields + viaLine("1.1") + "\r\n");
    }

    @Test
    void statesTheFramingAnew() throws BadMessage {
        RequestHead chunked = request("POST / HTTP/1.1\r\nTransfer-Encoding: CHUNKED\r\nHost: h\r\n\r\n");
        assertThat(written(out -> requests.write(chunked, chunked.framing(), false, true, out)))
                .isEqualTo("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n" + viaLine("1.1") + "\r\n");
        assertThat(written(out -> requests.write(chunked, new Framing.Length(12), false, true, out)))
                .isEqualTo("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 12\r\n" + viaLine("1.1") + "\r\n");
        RequestHead length = request("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 007\r\n\r\n");
        assertThat(written(out -> requests.write(length, length.framing(), false, true, out)))
                .isEqualTo("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 7\r\n" + viaLine("1.1") + "\r\n");
    }

    @Test
    void passesAnExpectationOnOnlyWhenAsked() throws BadMessage {
        RequestHead head = request("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 7\r\n\r\n");
        assertThat(head.expectsContinue()).isTrue();
        assertThat(written(out -> requests.write(head, head.framing(), false, true, out)))
                .contains("Expect: 100-C");
        assertThat(written(out -> requests.write(head, head.framing(), false, false, out)))
                .doesNotContain("Expect");
    }

    @Test
    void passesAnUpgradeOnOnlyWhenAsked() throws BadMessage {
        RequestHead head = request("GET /ws HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\n"
                + "Upgrade: WebSocket\r\nSec-WebSocket-Key: k\r\n\r\n");
        assertThat(head.upgradesToWebSocket()).isTrue();
        assertThat(written(out -> requests.write(head, head.framing(), true, true, out)))
                .isEqualTo("GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: WebSocket\r\nSec-WebSocket-Key: k\r\n"
                        + "Connection: Upgrade\r\n" + viaLine("1.1") + "\r\n");
        assertThat(written(out -> requests.write(head, head.framing(), false, true, out)))
                .doesNotContain("Upgrade")
                .contains("Sec-WebSocket-Key: k");
    }

    @Test
    void givesAHostToARequestThatHasNone() throws BadMessage {
        RequestHead head = request("GET / HTTP/1.0\r\n\r\n");
        assertThat(written(out -> requests.write(head, head.framing(), false, true, out)))
                .isEqualTo("GET / HTTP/1.1\r\nHost: upstream:8080\r\n" + viaLine("1.0") + "\r\n");
        RequestHead absolute = request("GET http://Example.com:81?x HTTP/1.0\r\n\r\n");
        assertThat(written(out -> requests.write(absolute, absolute.framing(), false, true, out)))
                .isEqualTo("GET /?x HTTP/1.1\r\nHost: example.com:81\r\n" + viaLine("1.0") + "\r\n");
    }

    @Test
    void asksAboutTheServerInAsteriskForm() throws BadMessage {
        RequestHead head = request("OPTIONS http://h HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(written(out -> requests.write(head, head.framing(), false, true, out)))
                .startsWith("OPTIONS * HTTP/1.1\r\n");
    }

    @Test
    void knowsARequestThatComesBack() throws BadMessage {
        RequestHead head = request("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
        String forwarded = written(out -> requests.write(head, head.framing(), false, true, out));
        assertThat(via.passed(request(forwarded).fields())).isTrue();
        assertThat(Via.random().passed(request(forwarded).fields())).isFalse();
        assertThat(via.passed(head.fields())).isFalse();
    }

    @Test
    void writesAResponse() throws BadMessage {
        RequestHead request = request("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
        ResponseHead head =
                response("HTTP/1.1 200 Fine\r\nContent-Length: 5\r\nA: 1\r\nConnection: X-Hop\r\nX-Hop: 1\r\n"
                        + "Keep-Alive: 5\r\nX-Forged: 1\r\nX-Ours: theirs\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n\r\n");
        Fields ours = Fields.of(Map.of("X-Ours", "ours"));
        assertThat(written(out -> responses.write(head, request, head.framing(), true, ours, out)))
                .isEqualTo("HTTP/1.1 200 Fine\r\nA: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nX-Ours: ours\r\n"
                        + "Content-Length: 5\r\n" + viaLine("1.1") + "\r\n");
        assertThat(written(out -> responses.write(head, request, head.framing(), false, Fields.EMPTY, out)))
                .contains("X-Ours: theirs\r\n", "Connection: close\r\n");
    }

    @Test
    void writesForAClientOfHttp10() throws BadMessage {
        RequestHead request = request("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        ResponseHead chunked = response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        assertThat(ResponseHeadWriter.framingFor(request.version(), chunked)).isEqualTo(Framing.UNTIL_CLOSE);
        assertThat(written(out -> responses.write(chunked, request, Framing.UNTIL_CLOSE, false, Fields.EMPTY, out)))
                .isEqualTo("HTTP/1.1 200 OK\r\nConnection: close\r\n" + viaLine("1.1") + "\r\n");
        ResponseHead length = response("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
        assertThat(written(out -> responses.write(length, request, length.framing(), true, Fields.EMPTY, out)))
                .contains("Connection: keep-alive\r\n", "Content-Length: 5\r\n");
    }

    @Test
    void aBodyUntilCloseGoesOnInChunks() throws BadMessage {
        ResponseHead untilClose = response("HTTP/1.0 200 OK\r\n\r\n");
        assertThat(ResponseHeadWriter.framingFor(HttpVersion.HTTP_1_1, untilClose))
                .isEqualTo(Framing.CHUNKED);
    }

    @Test
    void keepsTheLengthThatAHeadAsksFor() throws BadMessage {
        RequestHead request = request("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
        Http1ResponseDecoder decoder = new Http1ResponseDecoder(HeadLimits.DEFAULT);
        decoder.expect(true);
        decoder.advance(Unpooled.wrappedBuffer(bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")));
        ResponseHead head = decoder.head();
        assertThat(written(out -> responses.write(head, request, head.framing(), true, Fields.EMPTY, out)))
                .isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n" + viaLine("1.1") + "\r\n");
    }

    @Test
    void writesInterimAndSwitchingHeads() throws BadMessage {
        RequestHead request = request("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
        ResponseHead hints = response("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
        assertThat(written(out -> responses.write(hints, request, hints.framing(), false, Fields.EMPTY, out)))
                .isEqualTo("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n" + viaLine("1.1") + "\r\n");
        ResponseHead switching =
                response("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
        assertThat(written(out -> responses.write(switching, request, switching.framing(), true, Fields.EMPTY, out)))
                .isEqualTo("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + viaLine("1.1") + "\r\n");
    }

    @Test
    void writesAnAnswerOfOurOwn() {
        Fields fields = Fields.builder().add("Allow", "GET").build();
        assertThat(written(out -> ResponseHeadWriter.writeOwn(
                        405, "Method Not Allowed", fields, new Framing.Length(0), false, out)))
                .isEqualTo("HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\nContent-Length: 0\r\n"
                        + "Connection: close\r\n\r\n");
    }

    @Test
    void writesChunks() {
        Fields trailers = Fields.builder().add("X-Sum", "1").build();
        assertThat(written(out -> {
                    Chunks.open(26, out);
                    out.writeBytes(bytes("abc"));
                    Chunks.close(out);
                    Chunks.end(trailers, out);
                }))
                .isEqualTo("1a\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n");
    }

    private String viaLine(String version) {
        return "Via: " + version + " " + via.pseudonym() + "\r\n";
    }

    private static RequestHead request(String text) throws BadMessage {
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        assertThat(decoder.advance(Unpooled.wrappedBuffer(bytes(text)))).isEqualTo(Step.HEAD);
        return decoder.head();
    }

    private static ResponseHead response(String text) throws BadMessage {
        Http1ResponseDecoder decoder = new Http1ResponseDecoder(HeadLimits.DEFAULT);
        decoder.expect(false);
        assertThat(decoder.advance(Unpooled.wrappedBuffer(bytes(text)))).isEqualTo(Step.HEAD);
        return decoder.head();
    }

    private static String written(Consumer<ByteBuf> writer) {
        ByteBuf out = Unpooled.buffer();
        writer.accept(out);
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
