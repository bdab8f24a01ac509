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
import java.util.concurrent.TimeUnit;
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

    private final EventLoop loop;
    private final Upstream upstream;
    private final Flushes flushes;
    private final List<UpstreamConnection> connections = new ArrayList<>();
    private final Deque<Caller> waiting = new ArrayDeque<>();
    private @Nullable UpstreamConnection dialling;
    private @Nullable Future<?> patience;
    private @Nullable Future<?> care;
    private boolean closed;

    public UpstreamPool(EventLoop loop, Upstream upstream, Flushes flushes) {
        this.loop = loop;
        this.upstream = upstream;
        this.flushes = flushes;
    }

    EventLoop loop() {
        return loop;
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
        waiting.add(caller);
        dial();
    }

    private void dial() {
        if (dialling != null) {
            return;
        }
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
                        patience =
                                loop.schedule(() -> silent(connection), SETTINGS_TIME.toNanos(), TimeUnit.NANOSECONDS);
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
        UpstreamFailure failure = new UpstreamFailure(text);
        List<Caller> failed = new ArrayList<>(waiting);
        waiting.clear();
        failed.forEach(caller -> {
            if (!caller.gone()) {
                caller.failed(failure);
            }
        });
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
        dialledNow();
        if (closed) {
            connection.retire();
            return;
        }
        connections.add(connection);
        if (care == null) {
            careLater();
        }
        serve(connection);
        if (!waiting.isEmpty()) {
            dial();
        }
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
            Caller caller = waiting.remove();
            if (!caller.gone()) {
                caller.connected(connection::open);
            }
        }
    }

    /** The upstream takes no more calls on it. */
    void retire(UpstreamConnection connection) {
        connections.remove(connection);
        connection.retire();
    }

    void ended(UpstreamConnection connection) {
        connections.remove(connection);
        if (dialling == connection) {
            notHttp2(connection);
        }
    }

    private void careLater() {
        care = loop.schedule(this::takeCare, CARE_INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
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
