package dev.hoop.proto.grpc.internal.h2;

import dev.hoop.core.spi.Upstream;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one event loop to one listener's upstream. Calls share a connection up to its limit; another is made
 * when all are full. Confined to the loop, but for {@link #close}.
 */
public final class UpstreamPool {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamPool.class);

    /** From the connection to the upstream's first settings, which a server sends at once (RFC 9113 section 3.4). */
    private static final Duration SETTINGS_TIME = Duration.ofSeconds(10);

    /** Between two looks at the connections: one that was unused, or silent with calls on it, is dealt with. */
    private static final Duration CARE_INTERVAL = Duration.ofMinutes(5);

    /** How many connections there are at most, where the upstream takes few calls on each. */
    private static final int MAX_CONNECTIONS = 100;

    /** How long a call waits for room, where the upstream takes no more. */
    private static final Duration ROOM_TIME = Duration.ofSeconds(30);

    /** What has not been heard of for so long may be gone unnoticed. */
    private static final Duration FRESH = Duration.ofSeconds(30);

    /** Hears when a call can be opened. */
    public interface Caller {

        /** Opens it, at once. */
        void connected(Opening opening);

        void failed(UpstreamFailure failure);

        /** Whether it is not wanted any more. */
        boolean gone();
    }

    /** A stream that may be opened. */
    @FunctionalInterface
    public interface Opening {
        UpstreamStream open(Http2Headers headers, boolean end, UpstreamStream.Answers answers);
    }

    private record Waiting(Caller caller, long since) {}

    private final EventLoop loop;
    private final Upstream upstream;
    private final Flushes flushes;
    private final LoopClock clock;
    private final List<UpstreamConnection> connections = new ArrayList<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private @Nullable UpstreamConnection dialling;
    private @Nullable Future<?> patience;
    private @Nullable Future<?> care;
    private @Nullable Future<?> room;
    private boolean closed;

    public UpstreamPool(EventLoop loop, Upstream upstream, Flushes flushes, LoopClock clock) {
        this.loop = loop;
        this.upstream = upstream;
        this.flushes = flushes;
        this.clock = clock;
    }

    EventLoop loop() {
        return loop;
    }

    LoopClock clock() {
        return clock;
    }

    /** The upstream's address. */
    public String address() {
        return upstream.address();
    }

    /** Opens a call: at once where a connection has room, when there is one otherwise. */
    public void call(Caller caller) {
        for (int i = 0; i < connections.size(); i++) {
            UpstreamConnection connection = connections.get(i);
            if (connection.takesCalls()) {
                caller.connected(connection::open);
                return;
            }
        }
        waiting.add(new Waiting(caller, clock.nanoTime()));
        waitForRoom();
        dialWhereNeeded();
    }

    /**
     * Makes sure that a call could be opened at once, on a connection that is not only believed to be there.
     *
     * @param answer completed on the loop, in bounded time
     */
    public void prepare(CompletableFuture<Boolean> answer) {
        for (int i = 0; i < connections.size(); i++) {
            UpstreamConnection connection = connections.get(i);
            if (connection.takesCalls() && connection.fresh(FRESH.toNanos())) {
                answer.complete(true);
                return;
            }
        }
        waiting.add(new Waiting(new Preparation(answer), clock.nanoTime()));
        waitForRoom();
        dialWhereNeeded();
    }

    private record Preparation(CompletableFuture<Boolean> answer) implements Caller {
        @Override
        public void connected(Opening opening) {
            answer.complete(true);
        }

        @Override
        public void failed(UpstreamFailure failure) {
            answer.complete(false);
        }

        @Override
        public boolean gone() {
            return answer.isDone();
        }
    }

    private void dialWhereNeeded() {
        if (dialling == null && !waiting.isEmpty() && connections.size() < MAX_CONNECTIONS && !takesNone()) {
            dial();
        }
    }

    /** Whether the upstream has said of a connection without calls that it takes none: another would be no better. */
    private boolean takesNone() {
        for (int i = 0; i < connections.size(); i++) {
            UpstreamConnection connection = connections.get(i);
            if (connection.calls() == 0 && !connection.takesCalls()) {
                return true;
            }
        }
        return false;
    }

    private void dial() {
        UpstreamConnection connection = new UpstreamConnection(this, flushes);
        dialling = connection;
        upstream.dial(loop, new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast("h2-upstream", connection.endpoint());
                    }
                })
                .addListener(dialled -> {
                    if (!dialled.isSuccess()) {
                        LOG.warn(
                                "event=upstream_unreachable upstream={} error={}",
                                address(),
                                dialled.cause().toString());
                        gaveUp(
                                connection,
                                "the upstream could not be reached; nothing ran. Look at the upstream of this listener");
                    } else if (dialling == connection) {
                        patience = clock.after(loop, SETTINGS_TIME.toNanos(), () -> silent(connection));
                    }
                });
    }

    private void silent(UpstreamConnection connection) {
        if (dialling == connection) {
            notHttp2(connection);
            connection.endpoint().channel().close();
        }
    }

    private void notHttp2(UpstreamConnection connection) {
        LOG.warn("event=upstream_not_http2 upstream={}", address());
        gaveUp(
                connection,
                "the upstream does not speak HTTP/2 on this port; nothing ran. Look at the upstream of this listener,"
                        + " and at its upstream_tls");
    }

    private void gaveUp(UpstreamConnection connection, String text) {
        if (dialling != connection) {
            return;
        }
        dialledNow();
        fail(waiting.size(), text);
    }

    private void fail(int first, String text) {
        UpstreamFailure failure = new UpstreamFailure(text);
        List<Caller> failed = new ArrayList<>();
        for (int i = 0; i < first; i++) {
            failed.add(waiting.remove().caller());
        }
        failed.forEach(caller -> {
            if (!caller.gone()) {
                caller.failed(failure);
            }
        });
    }

    private void waitForRoom() {
        if (room == null && !waiting.isEmpty()) {
            long waited = clock.nanoTime() - waiting.element().since();
            room = clock.after(loop, Math.max(1, ROOM_TIME.toNanos() - waited), this::noRoom);
        }
    }

    private void noRoom() {
        room = null;
        long now = clock.nanoTime();
        int late = (int) waiting.stream()
                .takeWhile(one -> now - one.since() >= ROOM_TIME.toNanos())
                .count();
        if (late > 0) {
            LOG.warn("event=upstream_full upstream={} connections={}", address(), connections.size());
            fail(late, "the upstream takes no more calls now; nothing ran. Try again later");
        }
        waitForRoom();
    }

    private void dialledNow() {
        dialling = null;
        if (patience != null) {
            patience.cancel(false);
            patience = null;
        }
    }

    void ready(UpstreamConnection connection) {
        if (dialling != connection) {
            connection.endpoint().channel().close();
            return;
        }
        if (closed) {
            gaveUp(connection, "the listener is shutting down; nothing ran");
            connection.retire();
            return;
        }
        dialledNow();
        // The newest is the one that is surest to be there.
        connections.add(0, connection);
        if (care == null) {
            careLater();
        }
        serve(connection);
        dialWhereNeeded();
    }

    /** A call on that connection has ended. */
    void roomOn(UpstreamConnection connection) {
        if (!waiting.isEmpty()) {
            // The codec has not counted the stream out yet.
            loop.execute(() -> serve(connection));
        }
    }

    private void serve(UpstreamConnection connection) {
        while (!waiting.isEmpty() && connection.takesCalls()) {
            Caller caller = waiting.remove().caller();
            if (!caller.gone()) {
                caller.connected(connection::open);
            }
        }
    }

    /** The upstream takes no more calls on it. */
    void retire(UpstreamConnection connection) {
        connections.remove(connection);
        connection.retire();
        dialWhereNeeded();
    }

    void ended(UpstreamConnection connection) {
        connections.remove(connection);
        if (dialling == connection) {
            notHttp2(connection);
        } else {
            dialWhereNeeded();
        }
    }

    private void careLater() {
        care = clock.after(loop, CARE_INTERVAL.toNanos(), this::takeCare);
    }

    /** Closes connections that nobody used since the last look, and asks silent ones whether they are there. */
    private void takeCare() {
        care = null;
        for (UpstreamConnection connection : List.copyOf(connections)) {
            if (connection.calls() == 0 && connection.unusedSinceLastLook()) {
                retire(connection);
            } else if (connection.silentSinceLastLook() && !connection.probe()) {
                LOG.warn("event=upstream_silent upstream={}", address());
                connections.remove(connection);
                connection.endpoint().channel().close();
            }
        }
        if (!connections.isEmpty()) {
            careLater();
        }
    }

    /** Closes unused connections now, and used ones after their last call. From any thread. */
    public void close() {
        if (loop.isShuttingDown()) {
            return;
        }
        loop.execute(() -> {
            closed = true;
            if (care != null) {
                care.cancel(false);
            }
            List.copyOf(connections).forEach(this::retire);
        });
    }
}
