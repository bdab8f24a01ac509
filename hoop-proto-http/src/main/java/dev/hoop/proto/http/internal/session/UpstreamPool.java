package dev.hoop.proto.http.internal.session;

import dev.hoop.core.spi.Upstream;
import dev.hoop.proto.http.internal.session.UpstreamFailure.Kind;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one event loop to one listener's upstream. Confined to that loop, but for {@link #close}. */
final class UpstreamPool {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamPool.class);

    private final EventLoop loop;
    private final Upstream upstream;
    private final SessionLimits limits;
    private final Deadline sweep;

    /** Unused ones, the most recently used first. */
    private final Deque<UpstreamConnection> idle = new ArrayDeque<>();

    private boolean closed;

    UpstreamPool(EventLoop loop, Upstream upstream, SessionLimits limits) {
        this.loop = loop;
        this.upstream = upstream;
        this.limits = limits;
        this.sweep = new Deadline(loop, this::evictOld);
    }

    SessionLimits limits() {
        return limits;
    }

    String address() {
        return upstream.address();
    }

    /**
     * An unused connection.
     *
     * @param repeatable whether the request may be sent again when the connection turns out to be closed; when not, only
     *     one that was used a moment ago will do
     */
    Optional<UpstreamConnection> unused(boolean repeatable) {
        while (!idle.isEmpty()) {
            UpstreamConnection newest = idle.getFirst();
            long age = System.nanoTime() - newest.idleSince();
            if (age > (repeatable ? limits.idleTime() : limits.recentTime()).toNanos()) {
                return Optional.empty();
            }
            idle.removeFirst();
            if (newest.reusable()) {
                return Optional.of(newest);
            }
            newest.close();
        }
        return Optional.empty();
    }

    /** Makes a new connection; one of the two is called on the loop. */
    void dial(Consumer<UpstreamConnection> connected, Consumer<UpstreamFailure> failed) {
        UpstreamConnection connection = new UpstreamConnection(this);
        upstream.dial(loop, connection).addListener(dialled -> {
            if (dialled.isSuccess()) {
                connected.accept(connection);
            } else {
                LOG.warn(
                        "event=upstream_unreachable upstream={} error={}",
                        address(),
                        dialled.cause().toString());
                failed.accept(new UpstreamFailure(Kind.UNREACHABLE, HttpDenials.UNREACHABLE));
            }
        });
    }

    /** Takes a connection back, or closes it where it cannot be used again. */
    void giveBack(UpstreamConnection connection) {
        if (closed || idle.size() >= limits.idleConnections() || !connection.reusable()) {
            connection.close();
            return;
        }
        connection.reading(true);
        connection.idleSince(System.nanoTime());
        idle.addFirst(connection);
        if (!sweep.isSet()) {
            sweep.set(limits.idleTime());
        }
    }

    /** A connection was closed from the other side. */
    void gone(UpstreamConnection connection) {
        idle.remove(connection);
    }

    /** How many connections are unused. */
    int size() {
        return idle.size();
    }

    /** Closes unused connections now, and used ones when they are given back. From any thread. */
    void close() {
        if (loop.isShuttingDown()) {
            return;
        }
        loop.execute(() -> {
            closed = true;
            sweep.cancel();
            while (!idle.isEmpty()) {
                idle.removeFirst().close();
            }
        });
    }

    private void evictOld() {
        long now = System.nanoTime();
        while (!idle.isEmpty()
                && now - idle.getLast().idleSince() >= limits.idleTime().toNanos()) {
            idle.removeLast().close();
        }
        if (!idle.isEmpty()) {
            sweep.set(limits.idleTime());
        }
    }
}
