package dev.hoop.proto.http.internal.codec;

import static dev.hoop.proto.http.internal.codec.Transcript.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.proto.http.internal.BadMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read, and that it does not depend on how the bytes arrive. */
class Http1RequestDecoderTest {

    private static final String PIPELINE = "\r\n"
            + "GET /a?b=c HTTP/1.1\r\nHost: example.com\r\nAccept:  */* \r\nX-Empty:\r\nX-Latin: caf\u00e9\r\n\r\n"
            + "POST /b HTTP/1.1\r\nhost: example.com:8080\r\nContent-Length: 5\r\n\r\nhello"
            + "\r\nPUT /c HTTP/1.1\r\nHost: [::1]:80\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Sum: 7\r\nX-More: \t x \r\n\r\n"
            + "DELETE /d HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nConnection: keep-alive, Close\r\n\r\n"
            + "OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: X-Gone, Upgrade\r\nX-Gone: 1\r\nX-Kept: 2\r\n\r\n"
            + "GET http://h/e HTTP/1.1\r\nHost: H:80\r\n\r\n"
            + "brew /f HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"
            + "GET /g HTTP/1.0\r\n\r\n";

    private static final List<String> READ = List.of(
            "GET /a?b=c HTTP/1.1 [Host=example.com] [Accept=*/*] [X-Empty=] [X-Latin=caf\u00e9] none keep",
            "END",
            "POST /b HTTP/1.1 [host=example.com:8080] [Content-Length=5] length=5 keep",
            "BODY hello",
            "END",
            "PUT /c HTTP/1.1 [Host=[::1]:80] [Transfer-Encoding=Chunked] chunked keep",
            "BODY abc0123456789",
            "END [X-Sum=7] [X-More=x]",
            "DELETE /d HTTP/1.1 [Host=h] [Content-Length=0] [Connection=keep-alive, Close] length=0 close",
            "END",
            "OPTIONS * HTTP/1.1 [Host=h] [Connection=X-Gone, Upgrade] [X-Kept=2] none keep",
            "END",
            "GET http://h/e HTTP/1.1 [Host=H:80] none keep",
            "END",
            "brew /f HTTP/1.0 [Connection=Keep-Alive] none keep",
            "END",
            "GET /g HTTP/1.0 none close",
            "END");

    @Test
    void readsPipelinedRequests() {
        assertThat(Transcript.ofRequests(List.of(bytes(PIPELINE)))).isEqualTo(READ);
    }

    @Test
    void readsTheSameCutAnywhere() {
        byte[] all = bytes(PIPELINE);
        for (int cut = 1; cut < all.length; cut++) {
            List<byte[]> parts = List.of(Arrays.copyOf(all, cut), Arrays.copyOfRange(all, cut, all.length));
            assertThat(Transcript.ofRequests(parts)).as("cut at %d", cut).isEqualTo(READ);
        }
    }

    @Test
    void readsTheSameByteByByte() {
        List<byte[]> parts = new ArrayList<>();
        for (byte b : bytes(PIPELINE)) {
            parts.add(new byte[] {b});
        }
        assertThat(Transcript.ofRequests(parts)).isEqualTo(READ);
    }

    @Test
    void leavesTheNextRequestInTheBuffer() throws BadMessage {
        ByteBuf buffer = Unpooled.wrappedBuffer(bytes("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\n"));
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        assertThat(decoder.idle()).isTrue();
        assertThat(decoder.advance(buffer)).isEqualTo(Step.HEAD);
        assertThat(decoder.idle()).isFalse();
        assertThat(decoder.advance(buffer)).isEqualTo(Step.END);
        assertThat(decoder.idle()).isTrue();
        assertThat(buffer.toString(StandardCharsets.US_ASCII)).isEqualTo("GET /b HTTP/1.1\r\n");
    }

    @Test
    void keepsHeadsThatWereReadBefore() throws BadMessage {
        ByteBuf buffer =
                Unpooled.wrappedBuffer(bytes("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: i\r\n\r\n"));
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        decoder.advance(buffer);
        var first = decoder.head();
        decoder.advance(buffer);
        decoder.advance(buffer);
        assertThat(Transcript.show(first)).isEqualTo("GET /a HTTP/1.1 [Host=h] none keep");
        assertThat(Transcript.show(decoder.head())).isEqualTo("GET /b HTTP/1.1 [Host=i] none keep");
    }

    @Test
    void readsAHeadAtTheLimit() {
        HeadLimits limits = HeadLimits.DEFAULT;
        String start = "GET / HTTP/1.1\r\nHost: h\r\nX: ";
        String fits = start + "v".repeat(limits.headBytes() - start.length() - 4) + "\r\n\r\n";
        assertThat(Transcript.ofRequests(List.of(bytes(fits)))).last().isEqualTo("END");
        String beyond = start + "v".repeat(limits.headBytes() - start.length() - 3) + "\r\n\r\n";
        assertThat(Transcript.ofRequests(List.of(bytes(beyond))))
                .last()
                .asString()
                .startsWith("BAD 431");
    }

    @Test
    void refusesAHeadThatNeverEnds() {
        String endless = "GET / HTTP/1.1\r\nHost: h\r\nX: " + "v".repeat(HeadLimits.DEFAULT.headBytes());
        assertThat(Transcript.ofRequests(List.of(bytes(endless))))
                .containsExactly("BAD 431 the head is longer than 65536 bytes or 200 fields");
    }

    @Test
    void refusesTooManyFields() {
        String most = "GET / HTTP/1.1\r\nHost: h\r\n" + "X: y\r\n".repeat(199);
        assertThat(Transcript.ofRequests(List.of(bytes(most + "\r\n")))).last().isEqualTo("END");
        assertThat(Transcript.ofRequests(List.of(bytes(most + "X: y\r\n\r\n"))))
                .last()
                .asString()
                .startsWith("BAD 431");
        assertThat(Transcript.ofRequests(List.of(bytes(most + "X: y\r\n".repeat(2)))))
                .last()
                .asString()
                .startsWith("BAD 431");
    }

    @Test
    void refusesATargetThatIsTooLong() {
        int limit = HeadLimits.DEFAULT.targetBytes();
        String end = " HTTP/1.1\r\nHost: h\r\n\r\n";
        assertThat(Transcript.ofRequests(List.of(bytes("GET /" + "a".repeat(limit - 1) + end))))
                .last()
                .isEqualTo("END");
        assertThat(Transcript.ofRequests(List.of(bytes("GET /" + "a".repeat(limit) + end))))
                .last()
                .asString()
                .startsWith("BAD 414");
        assertThat(Transcript.ofRequests(List.of(bytes("GET /" + "a".repeat(limit + 100)))))
                .last()
                .asString()
                .startsWith("BAD 414");
    }

    @Test
    void refusesTrailersThatAreTooLong() {
        String start = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ";
        assertThat(Transcript.ofRequests(List.of(bytes(start + "v".repeat(HeadLimits.DEFAULT.headBytes())))))
                .last()
                .asString()
                .startsWith("BAD 431 the trailers");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/2.0\r\nHost: h",
                "GET /%zz HTTP/1.1\r\nHost: h",
                "GET / HTTP/1.1\r\nX: y\nHost: h",
                "\u0016\u0003\u0001",
            })
    void doesNotWaitForTheRestOfWhatIsRefused(String beginning) {
        ByteBuf buffer = Unpooled.wrappedBuffer(bytes(beginning));
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        assertThatThrownBy(() -> decoder.advance(buffer)).isInstanceOf(BadMessage.class);
    }

    @Test
    void tellsTheFirstProblemHoweverMuchFollows() {
        String much = "x".repeat(100_000);
        assertThat(Transcript.ofRequests(List.of(bytes("POST / HTTP/1.1\r\nHost: h\r\nX : y\r\n\r\n" + much))))
                .last()
                .asString()
                .startsWith("BAD 400 a field's name is followed");
        assertThat(Transcript.ofRequests(List.of(bytes("POST / HTTP/3.1\r\nHost: h\r\nX : y\r\n\r\n" + much))))
                .last()
                .asString()
                .startsWith("BAD 505");
    }

    @Test
    void readsAHeadLargerThanTheScratchRoom() {
        String large = "GET / HTTP/1.1\r\nHost: h\r\nX: " + "v".repeat(20_000) + "\r\nY: z\r\n\r\n";
        assertThat(Transcript.ofRequests(List.of(bytes(large + large))))
                .hasSize(4)
                .element(2)
                .asString()
                .endsWith(" [Y=z] none keep");
    }

    @Test
    void readsValuesWithTabsAndOctetsBeyondAscii() {
        String value = "a\tb\u0080\u00ff\t\tcdefgh\tijklmnop\u00a0qrstuvwx~ z";
        for (int shift = 0; shift < 9; shift++) {
            String head = "GET / HTTP/1.1\r\nHost: h\r\nX: " + "s".repeat(shift) + value + "\t \r\n\r\n";
            assertThat(Transcript.ofRequests(List.of(bytes(head))))
                    .first()
                    .asString()
                    .contains("[X=" + "s".repeat(shift) + value + "]");
        }
    }

    @Test
    void findsAControlCharacterAnywhereInAValue() {
        for (int at = 0; at < 24; at++) {
            for (char c : "\0\u0001\u0008\u000b\u001f\u007f".toCharArray()) {
                StringBuilder value = new StringBuilder("abcdefg\u00ff\u0080ijklm\topqrstuvwxyz");
                value.setCharAt(at, c);
                String head = "GET / HTTP/1.1\r\nHost: h\r\nX: " + value + "\r\n\r\n";
                assertThat(Transcript.ofRequests(List.of(bytes(head))))
                        .as("octet %d at %d", (int) c, at)
                        .containsExactly("BAD 400 a field's value holds a control character");
            }
        }
    }

    @Test
    void givesEachPartOfABodyOnceAndCountsIt() throws BadMessage {
        ByteBuf buffer =
                Unpooled.buffer().writeBytes(bytes("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n12345"));
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        assertThat(decoder.advance(buffer)).isEqualTo(Step.HEAD);
        assertThat(decoder.advance(buffer)).isEqualTo(Step.BODY);
        ByteBuf part = decoder.body();
        assertThat(part.readableBytes()).isEqualTo(5);
        part.release();
        assertThat(decoder.advance(buffer)).isEqualTo(Step.NEED_MORE);
        buffer.writeBytes(bytes("67890X"));
        assertThat(decoder.advance(buffer)).isEqualTo(Step.BODY);
        part = decoder.body();
        assertThat(part.readableBytes()).isEqualTo(5);
        part.release();
        assertThat(decoder.advance(buffer)).isEqualTo(Step.END);
        assertThat(buffer.readableBytes()).isEqualTo(1);
        assertThat(buffer.refCnt()).isEqualTo(1);
        buffer.release();
    }
}
