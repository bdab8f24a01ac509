package dev.hoop.proto.http.internal.h2;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.session.ClientFacts;
import dev.hoop.proto.http.internal.session.HttpLane;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;

/** The session of a client that speaks HTTP/2. */
final class Http2Session implements ProtocolSession {

    /** Streams that may be open at a time, held ones among them (RFC 9113 section 5.1.2). */
    static final int MAX_STREAMS = 100;

    /** Octets of one stream that may wait here unread. */
    private static final int STREAM_WINDOW = 64 * 1024;

    /** Octets of all streams that may wait here unread: one that stalls must not stop the others. */
    static final int CONNECTION_WINDOW = 1024 * 1024;

    /**
     * Streams that a client may reset, and may be reset for its own mistakes, in {@link #RESET_SECONDS}. Opening a stream
     * and resetting it costs a client next to nothing, and us a judgement.
     */
    private static final int MAX_RESETS = 200;

    private static final int RESET_SECONDS = 30;

    private final HttpLane lane;
    private final Downstream downstream;
    private final ClientFacts facts;
    private final Http2Connection connection;

    Http2Session(HttpLane lane, Downstream downstream) {
        this.lane = lane;
        this.downstream = downstream;
        this.facts = ClientFacts.of(downstream);
        this.connection = new Http2Connection(lane, facts);
    }

    @Override
    public void start() {
        Channel channel = downstream.channel();
        // A client of HTTP/2 that ends its direction has hung up.
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        Http2FrameCodec codec = codec();
        // Until the client acknowledges the settings, it would otherwise not be held to them.
        codec.connection().remote().maxActiveStreams(MAX_STREAMS);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast("h2-frames", codec);
        pipeline.addLast("h2-streams", new Http2MultiplexHandler(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                stream.pipeline().addLast("h2-stream", new Http2Stream(lane, facts, connection));
            }
        }));
        pipeline.addLast("h2", connection);
    }

    private Http2FrameCodec codec() {
        return Http2FrameCodecBuilder.forServer()
                .initialSettings(Http2Settings.defaultSettings()
                        .maxConcurrentStreams(MAX_STREAMS)
                        .initialWindowSize(STREAM_WINDOW)
                        .maxHeaderListSize(HeadLimits.DEFAULT.headBytes()))
                .decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_SECONDS)
                .encoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_SECONDS)
                .validateRequiredPseudoHeaders(false)
                .frameLogger(new CodecRefusals(lane, facts))
                .build();
    }

    @Override
    public void drain() {
        connection.drain();
    }
}
