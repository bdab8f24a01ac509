package dev.hoop.testkit.http2;

import dev.hoop.testkit.wire.WireConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The client's end of an HTTP/2 connection whose every byte the test decides about. What comes back is sorted by stream;
 * SETTINGS and PING are acknowledged. Belongs to the test's own thread.
 */
public final class Http2Wire implements AutoCloseable {

    /** What one stream got so far. */
    public static final class Answer {
        private final Map<String, String> fields = new LinkedHashMap<>();
        private final StringBuilder body = new StringBuilder();
        private Optional<Http2Error> reset = Optional.empty();
        private boolean ended;

        /** The last head that came: an interim one until the final one. */
        public String status() {
            return fields.getOrDefault(":status", "");
        }

        public Optional<String> field(String name) {
            return Optional.ofNullable(fields.get(name));
        }

        public String body() {
            return body.toString();
        }

        public Optional<Http2Error> reset() {
            return reset;
        }

        private boolean over() {
            return ended || reset.isPresent();
        }
    }

    private final WireConnection wire;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
    private final Map<Integer, Answer> answers = new LinkedHashMap<>();
    private boolean ending;

    private Http2Wire(WireConnection wire) {
        this.wire = wire;
    }

    /** Takes a fresh connection over and sends what an HTTP/2 connection begins with. */
    public static Http2Wire begin(WireConnection wire) {
        wire.send(Http2Frames.beginning());
        return new Http2Wire(wire);
    }

    public Http2Wire send(byte[]... frames) {
        wire.send(Http2Frames.join(frames));
        return this;
    }

    public WireConnection wire() {
        return wire;
    }

    /** The whole answer on a stream, or what came before its reset; waits for it. */
    public Answer answer(int stream) {
        Answer answer = answers.computeIfAbsent(stream, unused -> new Answer());
        while (!answer.over()) {
            readFrame();
        }
        return answer;
    }

    /** Whether anything came on any stream, or the connection is ending. */
    public boolean heard() {
        for (byte[] there = wire.untaken(); holdsFrame(there); there = wire.untaken()) {
            readFrame();
        }
        return !answers.isEmpty() || ending || wire.end().isPresent();
    }

    /** Forgets a stream's answer. */
    public void forget(int stream) {
        answers.remove(stream);
    }

    private static boolean holdsFrame(byte[] there) {
        return there.length >= Http2Frames.HEAD && there.length >= Http2Frames.HEAD + Http2Frames.length(there);
    }

    private void readFrame() {
        byte[] head = wire.take(Http2Frames.HEAD);
        byte[] payload = wire.take(Http2Frames.length(head));
        int flags = head[4];
        int stream = Http2Frames.stream(head);
        switch (head[3]) {
            case Http2Frames.HEADERS -> takeHeaders(stream, flags, payload);
            case Http2Frames.DATA -> takeData(stream, flags, payload);
            case Http2Frames.RST_STREAM -> of(stream).reset = Optional.of(error(payload));
            case Http2Frames.GOAWAY -> ending = true;
            case Http2Frames.SETTINGS, Http2Frames.PING -> acknowledge(head[3], flags, payload);
            default -> {
                // WINDOW_UPDATE: what tests send fits into the first window.
            }
        }
    }

    private void takeHeaders(int stream, int flags, byte[] payload) {
        if ((flags & Http2Frames.END_HEADERS) == 0) {
            throw new AssertionError("a head in more than one frame, which this client does not read");
        }
        Answer answer = of(stream);
        ByteBuf block = Unpooled.wrappedBuffer(payload);
        try {
            Http2Headers headers = decoder.decodeHeaders(stream, block);
            headers.forEach(field -> answer.fields.put(
                    field.getKey().toString(), field.getValue().toString()));
        } catch (Http2Exception e) {
            throw new AssertionError("the server's head does not decode", e);
        }
        answer.ended |= (flags & Http2Frames.END_STREAM) != 0;
    }

    private void takeData(int stream, int flags, byte[] payload) {
        Answer answer = of(stream);
        answer.body.append(new String(payload, StandardCharsets.UTF_8));
        answer.ended |= (flags & Http2Frames.END_STREAM) != 0;
    }

    private void acknowledge(int type, int flags, byte[] payload) {
        if ((flags & Http2Frames.ACK) == 0) {
            byte[] echo = type == Http2Frames.PING ? payload : new byte[0];
            wire.send(Http2Frames.frame(type, Http2Frames.ACK, 0, echo));
        }
    }

    private Answer of(int stream) {
        return answers.computeIfAbsent(stream, unused -> new Answer());
    }

    private static Http2Error error(byte[] payload) {
        Http2Error error = Http2Error.valueOf(ByteBuffer.wrap(payload).getInt());
        if (error == null) {
            throw new AssertionError("an error code that RFC 9113 does not know");
        }
        return error;
    }

    @Override
    public void close() {
        wire.close();
    }
}
