package dev.hoop.proto.grpc.internal.h2;

import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;

/** Makes endpoints, within bounds that hold whatever the peer does. */
public final class EndpointBuilder extends AbstractHttp2ConnectionHandlerBuilder<Endpoint, EndpointBuilder> {

    /** Streams that a client may have open at a time, held ones among them (RFC 9113 section 5.1.2). */
    public static final int MAX_STREAMS = 250;

    /** Octets of one stream that may wait here unforwarded. */
    public static final int STREAM_WINDOW = 64 * 1024;

    /** Octets of a client's header list, by the count of RFC 9113 section 6.5.2. */
    public static final int MAX_HEADER_LIST = 64 * 1024;

    /**
     * Octets of an upstream's header list. The codec ends the connection at a quarter more, and with it the calls of other
     * clients, so that it is more than clients take.
     */
    public static final int MAX_ANSWER_HEADER_LIST = 256 * 1024;

    /**
     * Streams that a client may reset, and may be reset for its own mistakes, in {@link #RESET_SECONDS}. Opening a stream
     * and resetting it costs a client next to nothing, and us a judgement. Calls that are cancelled end so as well, which
     * is why it is more than a browser would need.
     */
    static final int MAX_RESETS = 1000;

    static final int RESET_SECONDS = 30;

    /** Half of a window is credited at a time, so that not every frame is answered by one. */
    private static final float CREDIT_RATIO = 0.5f;

    private final Frames frames;
    private final EndpointEvents events;
    private final Flushes flushes;

    private EndpointBuilder(EndpointEvents events, Flushes flushes) {
        this.frames = new Frames(events);
        this.events = events;
        this.flushes = flushes;
        frameListener(frames);
        validateRequiredPseudoHeaders(false);
        // What is to end in order is closed when its streams are over; what is closed otherwise does not wait for them.
        decoupleCloseAndGoAway(true);
    }

    /** The server's side of a client's connection. */
    public static Endpoint server(EndpointEvents events, Flushes flushes) {
        EndpointBuilder builder = new EndpointBuilder(events, flushes)
                .connection(flowControlled(new DefaultHttp2Connection(true, 0)))
                .initialSettings(settings(MAX_HEADER_LIST).maxConcurrentStreams(MAX_STREAMS))
                .decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_SECONDS)
                .encoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_SECONDS);
        Endpoint endpoint = builder.build();
        // Until the client acknowledges the settings, it would otherwise not be held to them.
        endpoint.connection().remote().maxActiveStreams(MAX_STREAMS);
        return endpoint;
    }

    /** The client's side of a connection to the upstream. */
    static Endpoint client(EndpointEvents events, Flushes flushes) {
        return new EndpointBuilder(events, flushes)
                .connection(flowControlled(new DefaultHttp2Connection(false, 0)))
                .initialSettings(settings(MAX_ANSWER_HEADER_LIST).pushEnabled(false))
                // Its limits are kept by the pool; a server that resets many calls is no attacker.
                .encoderEnforceMaxConcurrentStreams(false)
                .decoderEnforceMaxRstFramesPerWindow(0, 0)
                .encoderEnforceMaxRstFramesPerWindow(0, 0)
                .build();
    }

    private static Http2Settings settings(int maxHeaderList) {
        return Http2Settings.defaultSettings().initialWindowSize(STREAM_WINDOW).maxHeaderListSize(maxHeaderList);
    }

    private static Http2Connection flowControlled(Http2Connection connection) {
        connection.local().flowController(new DefaultHttp2LocalFlowController(connection, CREDIT_RATIO, true));
        connection
                .remote()
                .flowController(
                        new DefaultHttp2RemoteFlowController(connection, new UniformStreamByteDistributor(connection)));
        return connection;
    }

    @Override
    protected Endpoint build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
        Endpoint endpoint = new Endpoint(decoder, encoder, initialSettings, events, flushes);
        frames.serve(endpoint);
        return endpoint;
    }
}
