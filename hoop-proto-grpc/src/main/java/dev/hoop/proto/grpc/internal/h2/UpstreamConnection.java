package dev.hoop.proto.grpc.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AsciiString;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection to the upstream, with as many calls on it as both sides like. */
final class UpstreamConnection implements EndpointEvents {

    /** How many calls one connection carries, where the upstream would take more. */
    static final int MAX_CALLS = 250;

    /** How many calls it carries in its life: numbers of streams are not used again (RFC 9113 section 5.1.1). */
    private static final int MAX_CALLS_EVER = 1 << 29;

    /**
     * How many of its calls may be cancelled in {@link #RESET_SECONDS} before it takes no more. Servers end a connection on
     * which many are, often at 200 in 30 seconds, and with it the calls of other clients: cancels are spread instead.
     */
    private static final int MAX_RESETS = 100;

    private static final long RESET_SECONDS = 30;

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
    private int resets;
    private long resetsSince;
    private long heardLast;

    UpstreamConnection(UpstreamPool pool, Flushes flushes) {
        this.pool = pool;
        this.resetsSince = pool.clock().nanoTime();
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
        ChannelPromise written = endpoint.newPromise();
        endpoint.headers(id, headers, end, written);
        if (!endpoint.attach(id, stream)) {
            // The codec has not let it out: the upstream does not take as many metadata, most likely.
            boolean large = written.cause() instanceof Http2Exception.HeaderListSizeException;
            pool.loop()
                    .execute(() -> stream.lost(large ? UpstreamStream.Loss.TOO_LARGE : UpstreamStream.Loss.UNTOUCHED));
        }
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

    /** A call was cancelled on it. */
    void countReset() {
        long now = pool.clock().nanoTime();
        if (now - resetsSince > TimeUnit.SECONDS.toNanos(RESET_SECONDS)) {
            resetsSince = now;
            resets = 0;
        }
        if (++resets == MAX_RESETS && !retired) {
            pool.retire(this);
        }
    }

    /** Whether the upstream is known to be there: it answers calls, or has said something not long ago. */
    boolean fresh(long nanos) {
        return calls() > 0 || pool.clock().nanoTime() - heardLast < nanos;
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
    public void brokenStream(int stream) {
        if (endpoint.owner(stream) instanceof UpstreamStream call) {
            call.broken();
        }
    }

    @Override
    public void closed(Object owner) {
        heardLast = pool.clock().nanoTime();
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
            heardLast = pool.clock().nanoTime();
            pool.ready(this);
        } else {
            // It may take more calls than before.
            pool.roomOn(this);
        }
    }

    @Override
    public void goAway() {
        pool.retire(this);
    }

    /** Who asks is there, though an answer to our own question may still be on its way. */
    @Override
    public void pinged() {
        heard = true;
    }

    @Override
    public void pong(long content) {
        awaitingPong = false;
        heard = true;
        heardLast = pool.clock().nanoTime();
    }

    @Override
    public void ended() {
        ended = true;
        pool.ended(this);
    }
}
