package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.grpc.internal.h2.Endpoint;
import dev.hoop.proto.grpc.internal.h2.EndpointBuilder;
import dev.hoop.proto.grpc.internal.h2.EndpointEvents;
import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session of one client: its connection, and the calls that are open on it. */
final class ClientConnection implements ProtocolSession, EndpointEvents, KeptBytes.Owner {

    static final AsciiString VIA = AsciiString.cached("via");

    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    /** Between two looks at a client with open calls: one that was silent is asked by a ping whether it is there. */
    private static final long CARE_INTERVAL = TimeUnit.MINUTES.toNanos(5);

    /**
     * Pings and settings that a client may send in {@link #CONTROL_INTERVAL} while nothing else goes over the connection.
     * Clients send one in ten seconds at most to keep a connection, and more only while they get data, to measure it.
     */
    private static final int MAX_CONTROL_FRAMES = 100;

    private static final long CONTROL_INTERVAL = TimeUnit.SECONDS.toNanos(30);

    /** By when a client has heard the first GOAWAY, where it does not answer the ping behind it. */
    private static final long GOODBYE_TIME = TimeUnit.SECONDS.toNanos(1);

    private static final long CARE_PING = 0;
    private static final long GOODBYE_PING = 1;

    private final GrpcLane lane;
    private final Downstream downstream;
    private final Origin plain;
    private final Endpoint endpoint;
    private final Set<Call> open = new LinkedHashSet<>();
    private @Nullable Future<?> idleTimer;
    private @Nullable Future<?> care;
    private @Nullable Future<?> goodbye;
    private long kept;
    private boolean counted;
    private long idleSince;
    private long controlSince;
    private int controlFrames;
    private boolean heard;
    private boolean awaitingPong;
    private boolean draining;
    private boolean leaving;
    private boolean saidLast;

    ClientConnection(GrpcLane lane, Downstream downstream) {
        this.lane = lane;
        this.downstream = downstream;
        this.plain = Requesters.plain(downstream);
        this.endpoint = EndpointBuilder.server(this, lane.flushes());
    }

    @Override
    public void start() {
        // A client of HTTP/2 that ends its direction has hung up.
        downstream.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        downstream.channel().pipeline().addLast("h2-client", endpoint);
        idleSince = lane.clock().nanoTime();
        controlSince = idleSince;
        lane.kept().join(this);
        counted = true;
        watchIdleness(lane.idleTimeout().toNanos());
        careLater();
    }

    GrpcLane lane() {
        return lane;
    }

    EventLoop loop() {
        return downstream.channel().eventLoop();
    }

    ByteBufAllocator allocator() {
        return downstream.channel().alloc();
    }

    boolean draining() {
        return draining;
    }

    @Override
    public void headers(int stream, @Nullable Object owner, Http2Headers headers, boolean end) {
        heard = true;
        controlFrames = 0;
        if (owner instanceof Call call) {
            if (end) {
                // Calls have no trailers (gRPC over HTTP2, "Requests"): what they would say is dropped.
                call.end();
            }
        } else if (owner == null) {
            begin(stream, headers, end);
        }
    }

    private void begin(int stream, Http2Headers headers, boolean end) {
        Answer answer = new Answer(endpoint, stream);
        Origin origin = plain;
        try {
            CallHead head = CallHead.read(headers);
            origin = Requesters.origin(plain, downstream.peerAddress(), headers, lane.identityHeader());
            refuseLoop(headers);
            Call call = new Call(this, head, origin, answer);
            endpoint.attach(stream, call);
            open.add(call);
            call.guarded(() -> call.start(end));
        } catch (BadCall problem) {
            LOG.debug("event=malformed_call session={} reason={}", downstream.sessionId(), problem.reason());
            lane.gate().recordRefusal(origin, problem.reason());
            endpoint.attach(stream, answer);
            answer.malformed(problem);
        }
    }

    private void refuseLoop(Http2Headers headers) throws BadCall {
        Iterator<CharSequence> passed = headers.valueIterator(VIA);
        while (passed.hasNext()) {
            if (lane.via().contentEquals(passed.next())) {
                throw new BadCall(
                        GrpcStatus.FAILED_PRECONDITION,
                        "call loop: this call has passed through this sidecar before; look for a listener whose"
                                + " upstream leads back to it");
            }
        }
    }

    @Override
    public void data(int stream, @Nullable Object owner, ByteBuf data, int credit, boolean end) {
        heard = true;
        controlFrames = 0;
        if (owner instanceof Call call) {
            call.guarded(() -> call.data(data, credit, end));
        } else {
            endpoint.credit(stream, credit);
        }
    }

    @Override
    public void closed(Object owner) {
        if (owner instanceof Call call) {
            call.gone();
        }
    }

    @Override
    public void pinged() throws Http2Exception {
        heard = true;
        countControlFrame();
    }

    @Override
    public void settings() throws Http2Exception {
        countControlFrame();
    }

    /** Each is answered, and costs its sender less than it costs us. */
    private void countControlFrame() throws Http2Exception {
        long now = lane.clock().nanoTime();
        if (endpoint.spokeSince() || now - controlSince > CONTROL_INTERVAL) {
            controlFrames = 0;
            controlSince = now;
        }
        if (++controlFrames > MAX_CONTROL_FRAMES) {
            // As servers of gRPC say it (gRPC, "Client-side Keepalive").
            throw Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "too_many_pings");
        }
    }

    @Override
    public void pong(long content) {
        heard = true;
        awaitingPong = false;
        if (content == GOODBYE_PING && leaving) {
            sayLast();
        }
    }

    private void careLater() {
        care = lane.clock().after(loop(), CARE_INTERVAL, this::takeCare);
    }

    /** A client that is gone without a word would keep its calls, and what they hold, for good. */
    private void takeCare() {
        if (heard || endpoint.streams() == 0) {
            awaitingPong = false;
        } else if (awaitingPong) {
            LOG.debug("event=client_silent session={}", downstream.sessionId());
            downstream.channel().close();
            return;
        } else {
            awaitingPong = true;
            endpoint.ping(CARE_PING);
        }
        heard = false;
        careLater();
    }

    /** A call has its answer, or its client does not want one. */
    void finished(Call call) {
        if (open.remove(call) && open.isEmpty()) {
            idleSince = lane.clock().nanoTime();
            closeDrained();
        }
    }

    @Override
    public void brokenStream(int stream) {
        lane.gate().recordRefusal(plain, "the stream breaks the rules of HTTP/2");
    }

    @Override
    public void brokenConnection(Throwable cause) {
        LOG.debug("event=client_error session={} error={}", downstream.sessionId(), cause.toString());
        lane.gate().recordRefusal(plain, "the connection breaks the rules of HTTP/2");
    }

    /** Counts bytes of its calls that wait here, or do no more. */
    void keep(int bytes) {
        kept += bytes;
        if (counted) {
            lane.kept().add(bytes);
        }
    }

    @Override
    public long kept() {
        return kept;
    }

    @Override
    public void leave() {
        countNoMore();
        LOG.warn(
                "event=client_left session={} kept_bytes={} reason=\"it does not read, or sends what cannot go on, and"
                        + " memory is short\"",
                downstream.sessionId(),
                kept);
        lane.gate().recordRefusal(plain, "too much waits for this client");
        // Not from within what it was doing when it kept one byte too many.
        loop().execute(() -> endpoint.leave(Http2Error.ENHANCE_YOUR_CALM));
    }

    private void countNoMore() {
        if (counted) {
            counted = false;
            lane.kept().left(this);
        }
    }

    @Override
    public void ended() {
        countNoMore();
        if (idleTimer != null) {
            idleTimer.cancel(false);
        }
        if (care != null) {
            care.cancel(false);
        }
        if (goodbye != null) {
            goodbye.cancel(false);
        }
    }

    /** Ends what is held, finishes what is in flight, takes nothing new. */
    @Override
    public void drain() {
        if (!draining) {
            draining = true;
            sayGoodbye();
            List.copyOf(open).forEach(call -> call.guarded(call::drain));
        }
    }

    /**
     * Ends the connection once its calls are over. In two steps (RFC 9113 section 6.8), the second when the client has heard
     * of the first: a call that crosses the word is served, where it would be lost, and by the codec all others with it.
     */
    private void sayGoodbye() {
        if (!leaving) {
            leaving = true;
            endpoint.sayGoAwaySoon();
            endpoint.ping(GOODBYE_PING);
            goodbye = lane.clock().after(loop(), GOODBYE_TIME, this::sayLast);
        }
    }

    private void sayLast() {
        if (!saidLast) {
            saidLast = true;
            endpoint.sayGoAway();
            closeDrained();
        }
    }

    private void closeDrained() {
        if (saidLast && open.isEmpty()) {
            // Answers that still wait for the client's windows are let out first.
            endpoint.closeAfterStreams();
        }
    }

    private void watchIdleness(long in) {
        if (!lane.idleTimeout().isZero()) {
            idleTimer = lane.clock().after(loop(), in, this::lookForIdleness);
        }
    }

    private void lookForIdleness() {
        long limit = lane.idleTimeout().toNanos();
        long idle = endpoint.streams() == 0 ? lane.clock().nanoTime() - idleSince : 0;
        if (idle >= limit) {
            sayGoodbye();
        } else {
            watchIdleness(limit - idle);
        }
    }
}
