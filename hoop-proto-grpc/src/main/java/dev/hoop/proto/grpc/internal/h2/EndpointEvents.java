package dev.hoop.proto.grpc.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

/** What an {@link Endpoint} tells, on its loop. */
public interface EndpointEvents {

    /** Our own handle of a stream, as {@link Endpoint#attach} said; null where there is none. */
    void headers(int stream, @Nullable Object owner, Http2Headers headers, boolean end);

    /**
     * A piece of a stream.
     *
     * @param data only valid during the call: retain what is kept
     * @param credit what to give back by {@link Endpoint#credit} once it is dealt with; padding counts
     */
    void data(int stream, @Nullable Object owner, ByteBuf data, int credit, boolean end);

    /** The peer has reset a stream; {@link #closed} follows. */
    default void reset(@Nullable Object owner, long errorCode) {}

    /** A stream is over: by both sides' end, by a reset of either side, or with its connection. */
    void closed(Object owner);

    /** The peer's settings have come. */
    default void settings() throws Http2Exception {}

    /** The peer wants no more streams; those above the last one that it names are closed by themselves. */
    default void goAway() {}

    /** The peer asks whether we are there; the codec has answered. */
    default void pinged() throws Http2Exception {}

    /** The peer has answered a ping, with its content. */
    default void pong(long content) {}

    /** The peer broke the rules on one stream, which the codec resets. */
    default void brokenStream(int stream) {}

    /** The connection cannot go on; the codec says so to the peer and closes it. */
    default void brokenConnection(Throwable cause) {}

    /** The connection is closed; every stream was closed before. */
    void ended();
}
