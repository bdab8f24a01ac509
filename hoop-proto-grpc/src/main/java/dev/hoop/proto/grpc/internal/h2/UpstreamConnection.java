package dev.hoop.proto.grpc.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** One connection to the upstream, with as many calls on it as both sides like. */
final class UpstreamConnection implements EndpointEvents {

    /** How many calls one connection carries, where the upstream would take more. */
    static final int MAX_CALLS = 250;

    /** How many calls it carries in its life: numbers of streams are not used again (RFC 9113 section 5.1.1). */
    private static final int MAX_CALLS_EVER = 1 << 29;

    private static final AsciiString HTTP = AsciiString.cached("http");
    private static final AsciiString HTTPS = AsciiString.cached("https");

    private final UpstreamPool pool;
    private final Endpoint endpoint;
    private boolean ready;
    private boolean retired;
    private boolean ended;
    private boolean awaitingPong;
    private boolean used = true;
    private boolean heard = true;
    private int opened;

    UpstreamConnection(UpstreamPool pool, Flushes flushes) {
        this.pool = pool;
        this.endpoint = EndpointBuilder.client(this, flushes);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Whether another call may be opened on it now. */
    boolean takesCalls() {
        Http2Connection.Endpoint<?> local = endpoint.connection().local();
        return ready && !retired && !ended && local.numActiveStreams() < MAX_CALLS && local.canOpenStream();
    }

    int calls() {
        return endpoint.connection().numActiveStreams();
    }

    /** Opens a call, after {@link #takesCalls}. */
    UpstreamStream open(Http2Headers headers, boolean end, UpstreamStream.Answers answers) {
        used = true;
        headers.scheme(scheme());
        int id = endpoint.nextStream();
        UpstreamStream stream = new UpstreamStream(this, id, answers);
        endpoint.headers(id, headers, end);
        endpoint.attach(id, stream);
        if (++opened == MAX_CALLS_EVER) {
            pool.retire(this);
        }
        return stream;
    }

    /** There are servers that refuse a scheme that is not the connection's. */
    private AsciiString scheme() {
        return endpoint.channel().pipeline().get(SslHandler.class) == null ? HTTP : HTTPS;
    }

    /** Takes no more calls and closes after the last one. */
    void retire() {
        retired = true;
        if (!ended && calls() == 0) {
            endpoint.closeGently();
        }
    }

    /** Whether the upstream has said by its GOAWAY that it did not process a stream. */
    boolean untouched(int stream) {
        Http2Connection connection = endpoint.connection();
        return connection.goAwayReceived() && stream > connection.local().lastStreamKnownByPeer();
    }

    boolean unusedSinceLastLook() {
        boolean was = used;
        used = false;
        return !was;
    }

    boolean silentSinceLastLook() {
        boolean was = heard;
        heard = false;
        return !was;
    }

    /** Asks the upstream whether it is there; false when it has not answered the last question. */
    boolean probe() {
        if (awaitingPong) {
            return false;
        }
        awaitingPong = true;
        endpoint.ping(0);
        return true;
    }

    @Override
    public void headers(int stream, @Nullable Object owner, Http2Headers headers, boolean end) {
        heard = true;
        if (owner instanceof UpstreamStream call) {
            call.headers(headers, end);
        }
    }

    @Override
    public void data(int stream, @Nullable Object owner, ByteBuf data, int credit, boolean end) {
        heard = true;
        if (owner instanceof UpstreamStream call) {
            call.data(data, credit, end);
        } else {
            endpoint.credit(stream, credit);
        }
    }

    @Override
    public void reset(@Nullable Object owner, long errorCode) {
        if (owner instanceof UpstreamStream call) {
            call.reset(errorCode);
        }
    }

    @Override
    public void closed(Object owner) {
        if (owner instanceof UpstreamStream call) {
            call.closed();
        }
        if (retired) {
            // The codec has not counted the stream out yet.
            pool.loop().execute(() -> {
                if (retired) {
                    retire();
                }
            });
        } else {
            pool.roomOn(this);
        }
    }

    @Override
    public void settings() {
        if (!ready) {
            ready = true;
            pool.ready(this);
        }
    }

    @Override
    public void goAway() {
        pool.retire(this);
    }

    @Override
    public void pong() {
        awaitingPong = false;
        heard = true;
    }

    @Override
    public void ended() {
        ended = true;
        pool.ended(this);
    }
}
