package dev.hoop.proto.grpc.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** Passes on what the codec reads, with our own handle of each stream. */
final class Frames extends Http2FrameAdapter {

    private final EndpointEvents events;
    private @Nullable Endpoint endpoint;

    Frames(EndpointEvents events) {
        this.events = events;
    }

    void serve(Endpoint of) {
        endpoint = of;
        of.connection().addListener(new Streams(of));
    }

    private @Nullable Object owner(int stream) {
        return endpoint == null ? null : endpoint.owner(stream);
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext ctx,
            int streamId,
            Http2Headers headers,
            int streamDependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean endOfStream) {
        events.headers(streamId, owner(streamId), headers, endOfStream);
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean endOfStream) {
        events.headers(streamId, owner(streamId), headers, endOfStream);
    }

    @Override
    public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream) {
        // Nothing counts as processed yet: credit is given when it went on.
        events.data(streamId, owner(streamId), data, data.readableBytes() + padding, endOfStream);
        return 0;
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
        events.reset(owner(streamId), errorCode);
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) throws Http2Exception {
        if (endpoint != null) {
            endpoint.heed(settings);
        }
        events.settings();
    }

    @Override
    public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
        events.pinged();
    }

    @Override
    public void onPingAckRead(ChannelHandlerContext ctx, long data) {
        events.pong(data);
    }

    private final class Streams extends Http2ConnectionAdapter implements Http2Connection.Listener {

        private final Endpoint of;

        Streams(Endpoint of) {
            this.of = of;
        }

        @Override
        public void onStreamClosed(Http2Stream stream) {
            Object owner = of.owner(stream);
            if (owner != null) {
                events.closed(owner);
            }
        }

        @Override
        public void onStreamRemoved(Http2Stream stream) {
            of.counted();
        }

        @Override
        public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
            events.goAway();
        }
    }
}
