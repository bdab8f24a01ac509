package dev.hoop.proto.http.internal.codec;

import static dev.hoop.proto.http.internal.codec.Transcript.bytes;
import static dev.hoop.proto.http.internal.codec.Transcript.unescaped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.proto.http.internal.BadMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class Http1ResponseDecoderTest {

    /**
     * @param what what the case shows
     * @param headRequest whether the request was a HEAD
     * @param closed whether the upstream closes at the end
     */
    record Case(String what, boolean headRequest, boolean closed, String input, List<String> read) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Case> wellFormed() {
        return Stream.of(
                new Case(
                        "content length",
                        false,
                        false,
                        "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhello",
                        List.of("HTTP/1.1 200 'OK' [Content-Length=5] length=5 keep", "BODY hello", "END")),
                new Case(
                        "no content",
                        false,
                        false,
                        "HTTP/1.1 200 \\r\\nContent-Length: 0\\r\\n\\r\\n",
                        List.of("HTTP/1.1 200 '' [Content-Length=0] length=0 keep", "END")),
                new Case(
                        "no reason at all",
                        false,
                        false,
                        "HTTP/1.1 204\\r\\n\\r\\n",
                        List.of("HTTP/1.1 204 '' none keep", "END")),
                new Case(
                        "chunks and trailers",
                        false,
                        false,
                        "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n5\\r\\nhello\\r\\n0\\r\\nX-A: b\\r\\n\\r\\n",
                        List.of(
                                "HTTP/1.1 200 'OK' [Transfer-Encoding=chunked] chunked keep",
                                "BODY hello",
                                "END [X-A=b]")),
                new Case(
                        "until close",
                        false,
                        true,
                        "HTTP/1.0 200 OK\\r\\nConnection: keep-alive\\r\\n\\r\\nhello",
                        List.of("HTTP/1.0 200 'OK' [Connection=keep-alive] until-close close", "BODY hello", "END")),
                new Case(
                        "interim responses",
                        false,
                        false,
                        "HTTP/1.1 100 Continue\\r\\n\\r\\nHTTP/1.1 103 Early Hints\\r\\nLink: </a>\\r\\n\\r\\n"
                                + "HTTP/1.1 417 Expectation Failed\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n",
                        List.of(
                                "HTTP/1.1 100 'Continue' none keep",
                                "END",
                                "HTTP/1.1 103 'Early Hints' [Link=</a>] none keep",
                                "END",
                                "HTTP/1.1 417 'Expectation Failed' [Content-Length=0] [Connection=close] length=0 close",
                                "END")),
                new Case(
                        "HEAD",
                        true,
                        false,
                        "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\n",
                        List.of("HTTP/1.1 200 'OK' [Content-Length=5] none keep", "END")),
                new Case(
                        "HEAD with chunks",
                        true,
                        false,
                        "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n",
                        List.of("HTTP/1.1 200 'OK' [Transfer-Encoding=chunked] none keep", "END")),
                new Case(
                        "not modified",
                        false,
                        false,
                        "HTTP/1.1 304 Not Modified\\r\\nContent-Length: 5\\r\\n\\r\\n",
                        List.of("HTTP/1.1 304 'Not Modified' [Content-Length=5] none keep", "END")),
                new Case(
                        "switching protocols",
                        false,
                        false,
                        "HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n",
                        List.of(
                                "HTTP/1.1 101 'Switching Protocols' [Upgrade=websocket] [Connection=Upgrade] none keep")));
    }

    @ParameterizedTest
    @MethodSource("wellFormed")
    void reads(Case read) {
        assertThat(Transcript.ofResponse(List.of(unescaped(read.input())), read.headRequest(), read.closed()))
                .isEqualTo(read.read());
    }

    @ParameterizedTest
    @MethodSource("wellFormed")
    void readsTheSameCutAnywhere(Case read) {
        byte[] all = unescaped(read.input());
        List<byte[]> single = new ArrayList<>();
        for (int cut = 0; cut < all.length; cut++) {
            single.add(new byte[] {all[cut]});
            List<byte[]> parts = List.of(Arrays.copyOf(all, cut), Arrays.copyOfRange(all, cut, all.length));
            assertThat(Transcript.ofResponse(parts, read.headRequest(), read.closed()))
                    .as("cut at %d", cut)
                    .isEqualTo(read.read());
        }
        assertThat(Transcript.ofResponse(single, read.headRequest(), read.closed()))
                .as("byte by byte")
                .isEqualTo(read.read());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n | has both",
                "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\nContent-Length: 5\\r\\n\\r\\n | more than one Content-Length",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: gzip, chunked\\r\\n\\r\\n | Transfer-Encoding is other",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: identity\\r\\n\\r\\n | Transfer-Encoding is other",
                "HTTP/1.0 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n | HTTP/1.0 has",
                "HTTP/1.1 204 No\\r\\nTransfer-Encoding: chunked\\r\\nContent-Length: 1\\r\\n\\r\\n | has both",
                "HTTP/1.1 200 OK\\nContent-Length: 0\\n\\n | LF alone",
                "HTTP/1.1 200 OK\\r\\nX : y\\r\\n\\r\\n | white space",
                "HTTP/1.1 200 OK\\r\\nX: y\\r\\n z\\r\\n\\r\\n | folded",
                "HTTP/1.1 200 O\\x07K\\r\\n\\r\\n | reason phrase",
                "HTTP/1.1 20 OK\\r\\n\\r\\n | no number of three digits",
                "HTTP/1.1 099 OK\\r\\n\\r\\n | between 100 and 599",
                "HTTP/1.1 600 OK\\r\\n\\r\\n | between 100 and 599",
                "HTTP/1.1 2000 OK\\r\\n\\r\\n | between 100 and 599",
                "HTTP/2.0 200 OK\\r\\n\\r\\n | no version of HTTP/1",
                "HTTP/1.2 200 OK\\r\\n\\r\\n | no version of HTTP/1",
                "ICY 200 OK\\r\\n\\r\\n | no version of HTTP/1",
                "\\x00\\x00\\x12\\x04 | no version of HTTP/1",
                "HTTP\\r\\n\\r\\n | no version of HTTP/1",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n5;x\\r\\nhello\\r\\n | extension",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\nSet-Cookie: a\\r\\n\\r\\n | trailer stands",
                "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\nHTTP/1.1 200 OK\\r\\n\\r\\n | nobody asked for",
                "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhell | closed the connection within",
                "HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n5\\r\\nhello\\r\\n | closed the connection within",
                "HTTP/1.1 200 OK\\r\\nContent-Len | closed the connection within",
                "HTTP/1.1 100 Continue\\r\\n\\r\\n | closed the connection within",
            })
    void refuses(String input, String reason) {
        assertThat(Transcript.ofResponse(List.of(unescaped(input)), false, true))
                .last()
                .asString()
                .startsWith("BAD 502 ")
                .contains(reason);
    }

    @Test
    void refusesAHeadThatIsTooLong() {
        byte[] endless = bytes("HTTP/1.1 200 OK\r\nX: " + "y".repeat(HeadLimits.DEFAULT.headBytes()));
        assertThat(Transcript.ofResponse(List.of(endless), false, false))
                .last()
                .asString()
                .startsWith("BAD 502 ");
    }

    @Test
    void refusesBytesBeforeARequest() {
        Http1ResponseDecoder decoder = new Http1ResponseDecoder(HeadLimits.DEFAULT);
        ByteBuf buffer = Unpooled.wrappedBuffer(bytes("H"));
        assertThatThrownBy(() -> decoder.advance(buffer)).isInstanceOf(BadMessage.class);
    }

    @Test
    void aSecondRequestWaitsForTheFirstResponse() {
        Http1ResponseDecoder decoder = new Http1ResponseDecoder(HeadLimits.DEFAULT);
        decoder.expect(false);
        assertThatThrownBy(() -> decoder.expect(false)).isInstanceOf(IllegalStateException.class);
    }
}
