package dev.hoop.proto.http.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Any valid request, read and written again, is the same request: for our own decoder and for another one (Netty's), which
 * reads neither more nor fewer requests out of what we write.
 */
class RoundTripTest {

    private static final String HOP = "(?i)connection|keep-alive|te|upgrade|content-length|transfer-encoding|via|host"
            + "|proxy-connection|http2-settings|expect";

    record Field(String name, String value) {}

    /** @param chunks the body; one length-framed piece where there is one */
    record Request(String method, String target, List<Field> fields, List<String> chunks, boolean chunked) {

        byte[] wire() {
            StringBuilder wire = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: example.com\r\n");
            fields.forEach(field ->
                    wire.append(field.name()).append(':').append(field.value()).append("\r\n"));
            if (chunked) {
                wire.append("Transfer-Encoding: chunked\r\n\r\n");
                chunks.forEach(chunk -> wire.append(Integer.toHexString(chunk.length()))
                        .append("\r\n")
                        .append(chunk)
                        .append("\r\n"));
                wire.append("0\r\n\r\n");
            } else if (!chunks.isEmpty()) {
                wire.append("Content-Length: ")
                        .append(body().length())
                        .append("\r\n\r\n")
                        .append(body());
            } else {
                wire.append("\r\n");
            }
            return wire.toString().getBytes(StandardCharsets.ISO_8859_1);
        }

        String body() {
            return String.join("", chunks);
        }
    }

    @Provide
    Arbitrary<Request> requests() {
        String token = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$&'*+-.^_`|~";
        Arbitrary<String> methods = Arbitraries.oneOf(
                        Arbitraries.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"),
                        Arbitraries.strings().withChars(token).ofMinLength(1).ofMaxLength(9))
                .filter(method -> !method.equals("CONNECT"));
        Arbitrary<String> segments = Arbitraries.of(
                "/", "/a", "/b.c", "/..", "/.", "/%2e%2E", "/%2F", "/;p=1", "/a%20b", "/%5c", "/\\", "/x;y=z", "//",
                "/~");
        Arbitrary<String> queries = Arbitraries.of("", "?", "?a=b", "?a=b&c=%2F", "?../..", "??");
        Arbitrary<String> targets = Combinators.combine(
                        segments.list().ofMinSize(1).ofMaxSize(5), queries)
                .as((path, query) -> String.join("", path) + query);
        Arbitrary<String> names = Arbitraries.strings()
                .withChars(token)
                .ofMinLength(1)
                .ofMaxLength(20)
                .filter(name -> !name.matches(HOP));
        Arbitrary<String> values = Arbitraries.strings()
                .withChars(" \t")
                .withCharRange('!', '~')
                .withCharRange('\u0080', '\u00ff')
                .ofMaxLength(40);
        Arbitrary<List<Field>> fields =
                Combinators.combine(names, values).as(Field::new).list().ofMaxSize(12);
        Arbitrary<List<String>> chunks = Arbitraries.strings()
                .withCharRange('\0', '\u00ff')
                .ofMinLength(1)
                .ofMaxLength(30)
                .list()
                .ofMaxSize(4);
        return Combinators.combine(methods, targets, fields, chunks, Arbitraries.of(true, false))
                .as(Request::new);
    }

    @Property(tries = 2000)
    void isTheSameForOurDecoder(@ForAll("requests") Request request) throws BadMessage {
        Read first = read(request.wire());
        Read second = read(written(first));
        assertThat(second.head.method()).isEqualTo(first.head.method());
        assertThat(second.head.target().raw()).isEqualTo(first.head.target().forwarded());
        assertThat(second.head.target().forwarded())
                .isEqualTo(first.head.target().forwarded());
        assertThat(endToEnd(second.head)).isEqualTo(endToEnd(first.head));
        assertThat(second.body).isEqualTo(first.body).isEqualTo(request.body());
        assertThat(second.head.framing()).isEqualTo(first.head.framing());
        assertThat(written(second)).as("a second hop adds its mark alone").hasSizeGreaterThan(written(first).length);
    }

    @Property(tries = 500)
    void isTheSameForAnotherDecoder(@ForAll("requests") Request request) throws BadMessage {
        Read read = read(request.wire());
        EmbeddedChannel other = new EmbeddedChannel(new HttpServerCodec(), new HttpObjectAggregator(100_000));
        other.writeInbound(Unpooled.wrappedBuffer(written(read)));
        FullHttpRequest theirs = other.readInbound();
        assertThat(theirs.decoderResult().isSuccess()).isTrue();
        assertThat(theirs.method().name()).isEqualTo(request.method());
        assertThat(theirs.uri()).isEqualTo(read.head.target().forwarded());
        assertThat(theirs.content().toString(StandardCharsets.ISO_8859_1)).isEqualTo(request.body());
        List<String> names = theirs.headers().entries().stream()
                .map(entry -> entry.getKey().toLowerCase(Locale.ROOT))
                .filter(name -> !name.matches(HOP))
                .collect(Collectors.toList());
        assertThat(names)
                .isEqualTo(request.fields().stream()
                        .map(field -> field.name().toLowerCase(Locale.ROOT))
                        .toList());
        theirs.release();
        Object more = other.readInbound();
        assertThat(more).as("a second request").isNull();
        other.finishAndReleaseAll();
    }

    private record Read(RequestHead head, String body) {}

    private static Read read(byte[] wire) throws BadMessage {
        ByteBuf buffer = Unpooled.wrappedBuffer(wire);
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        assertThat(decoder.advance(buffer)).isEqualTo(Step.HEAD);
        StringBuilder body = new StringBuilder();
        for (Step step = decoder.advance(buffer); step != Step.END; step = decoder.advance(buffer)) {
            assertThat(step).isEqualTo(Step.BODY);
            ByteBuf part = decoder.body();
            body.append(part.toString(StandardCharsets.ISO_8859_1));
            part.release();
        }
        assertThat(buffer.isReadable()).as("bytes left").isFalse();
        return new Read(decoder.head(), body.toString());
    }

    private static byte[] written(Read read) {
        ByteBuf out = Unpooled.buffer();
        Framing framing = read.head.framing();
        new RequestHeadWriter(Via.random(), "u", Set.of()).write(read.head, framing, false, true, out);
        byte[] body = read.body.getBytes(StandardCharsets.ISO_8859_1);
        if (framing instanceof Framing.Chunked) {
            if (body.length > 0) {
                Chunks.open(body.length, out);
                out.writeBytes(body);
                Chunks.close(out);
            }
            Chunks.end(Fields.EMPTY, out);
        } else {
            out.writeBytes(body);
        }
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private static List<String> endToEnd(RequestHead head) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < head.fields().size(); i++) {
            if (!head.fields().name(i).matches(HOP)) {
                shown.add(head.fields().name(i) + "=" + head.fields().value(i));
            }
        }
        return shown;
    }
}
