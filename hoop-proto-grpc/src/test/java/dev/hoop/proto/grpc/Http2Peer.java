package dev.hoop.proto.grpc;

import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Either end of an HTTP/2 connection, frame by frame: the test says what is sent, and takes what comes. Settings and, unless
 * the peer is to be silent, pings are acknowledged. Belongs to the test's own thread.
 */
final class Http2Peer implements AutoCloseable {

    /** A frame that came. */
    record Frame(int type, int flags, int stream, byte[] payload) {

        /** The first number of the payload: an error's code, a window's growth. */
        int number() {
            return ByteBuffer.wrap(payload).getInt();
        }

        boolean acknowledges() {
            return (flags & Http2Frames.ACK) != 0;
        }

        boolean ends() {
            return (flags & Http2Frames.END_STREAM) != 0;
        }
    }

    private final WireConnection wire;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
    private Map<String, String> fields = Map.of();
    private boolean silent;

    private Http2Peer(WireConnection wire) {
        this.wire = wire;
    }

    /** The client's end; see {@link #server} for its settings. */
    static Http2Peer client(InetSocketAddress address, byte... settings) {
        try {
            Http2Peer peer = new Http2Peer(RawHttpClient.connect(address).wire());
            peer.send(Http2Frames.PREFACE, Http2Frames.frame(Http2Frames.SETTINGS, 0, 0, settings));
            return peer;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * The server's end of a connection, by its number.
     *
     * @param settings pairs of two bytes and four (RFC 9113 section 6.5.1)
     */
    static Http2Peer server(WireServer server, int number, byte... settings) {
        return of(server.awaitConnection(number), settings);
    }

    /** The server's end of a connection. */
    static Http2Peer of(WireConnection wire, byte... settings) {
        Http2Peer peer = new Http2Peer(wire);
        peer.wire.take(Http2Frames.PREFACE.length);
        peer.wire.send(Http2Frames.frame(Http2Frames.SETTINGS, 0, 0, settings));
        return peer;
    }

    /** One setting. */
    static byte[] setting(int name, int value) {
        return ByteBuffer.allocate(6).putShort((short) name).putInt(value).array();
    }

    /** A GOAWAY without a word. */
    static byte[] goAway(int lastStream, Http2Error error) {
        return Http2Frames.frame(
                Http2Frames.GOAWAY,
                0,
                0,
                ByteBuffer.allocate(8)
                        .putInt(lastStream)
                        .putInt((int) error.code())
                        .array());
    }

    WireConnection wire() {
        return wire;
    }

    /** Pings stay unanswered from now on. */
    void beSilent() {
        silent = true;
    }

    Http2Peer send(byte[]... frames) {
        wire.send(Http2Frames.join(frames));
        return this;
    }

    /** The next frame of a type; what comes before it is passed over. */
    Frame next(int type) {
        for (Frame frame = read(); ; frame = read()) {
            if (frame.type() == type && !(type == Http2Frames.SETTINGS && frame.acknowledges())) {
                return frame;
            }
        }
    }

    /** Waits until the other side has read all that was sent to it. */
    void roundTrip() {
        send(Http2Frames.frame(Http2Frames.PING, 0, 0, new byte[8]));
        while (!next(Http2Frames.PING).acknowledges()) {
            // Another question came first.
        }
    }

    /** The next call's stream; {@link #fields} then has its head. */
    int call() {
        return next(Http2Frames.HEADERS).stream();
    }

    /** The last head or trailers that came. */
    Map<String, String> fields() {
        return fields;
    }

    /** Answers a call with its status only, and perhaps metadata. */
    void answer(int stream, int status, String... metadata) {
        send(Http2Frames.headers(
                stream,
                true,
                Http2Frames.join(
                        Http2Frames.fields(
                                ":status",
                                "200",
                                "content-type",
                                "application/grpc",
                                "grpc-status",
                                Integer.toString(status)),
                        Http2Frames.fields(metadata))));
    }

    private Frame read() {
        byte[] head = wire.take(Http2Frames.HEAD);
        byte[] payload = wire.take(Http2Frames.length(head));
        Frame frame = new Frame(head[3], head[4], Http2Frames.stream(head), payload);
        if (frame.type() == Http2Frames.HEADERS) {
            fields = decode(frame);
        } else if (frame.type() == Http2Frames.SETTINGS && !frame.acknowledges()) {
            wire.send(Http2Frames.frame(Http2Frames.SETTINGS, Http2Frames.ACK, 0));
        } else if (frame.type() == Http2Frames.PING && !frame.acknowledges() && !silent) {
            wire.send(Http2Frames.frame(Http2Frames.PING, Http2Frames.ACK, 0, payload));
        }
        return frame;
    }

    private Map<String, String> decode(Frame frame) {
        if ((frame.flags() & Http2Frames.END_HEADERS) == 0) {
            throw new AssertionError("a head in more than one frame, which this peer does not read");
        }
        ByteBuf block = Unpooled.wrappedBuffer(frame.payload());
        try {
            Map<String, String> decoded = new LinkedHashMap<>();
            decoder.decodeHeaders(frame.stream(), block)
                    .forEach(field -> decoded.merge(
                            field.getKey().toString(), field.getValue().toString(), (one, more) -> one + ", " + more));
            return decoded;
        } catch (Http2Exception e) {
            throw new AssertionError("the head does not decode", e);
        }
    }

    @Override
    public void close() {
        wire.close();
    }
}
