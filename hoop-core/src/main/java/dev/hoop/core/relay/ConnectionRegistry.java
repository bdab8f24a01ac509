package dev.hoop.core.relay;

import io.netty.channel.Channel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one listener. Safe for use by many threads. */
final class ConnectionRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerServer.class);

    private final String listener;
    private final int limit;
    private final AtomicLong active = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong overLimit = new AtomicLong();
    private final AtomicLong failedAccepts = new AtomicLong();
    private final Map<Long, Connection> open = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> empty = new CompletableFuture<>();
    private volatile boolean draining;

    /** @param limit how many connections at once, 0 for no limit */
    ConnectionRegistry(String listener, int limit) {
        this.listener = listener;
        this.limit = limit;
    }

    /** Counts a connection in until it closes; empty when there are too many, or none is taken any more. */
    Optional<Connection> enter(long id, Channel channel) {
        long now = active.incrementAndGet();
        boolean room = limit == 0 || now <= limit;
        if (!room || draining) {
            if (!room) {
                tellOverLimit(overLimit.incrementAndGet());
            }
            leave();
            return Optional.empty();
        }
        accepted.incrementAndGet();
        Connection connection = new Connection(channel);
        open.put(id, connection);
        channel.closeFuture().addListener(closed -> {
            open.remove(id);
            leave();
        });
        if (draining) {
            connection.drain();
        }
        return Optional.of(connection);
    }

    /** Ever more rarely: whoever floods a listener must not flood the log. */
    private void tellOverLimit(long count) {
        if (Long.bitCount(count) == 1) {
            LOG.warn("event=listener.over_limit listener={} max_conns={} closed_so_far={}", listener, limit, count);
        }
    }

    private void leave() {
        if (active.decrementAndGet() == 0 && draining) {
            empty.complete(null);
        }
    }

    void acceptFailed() {
        failedAccepts.incrementAndGet();
    }

    /** Takes no more connections and drains those that are open; done when the last one is gone. */
    CompletableFuture<Void> drain() {
        draining = true;
        open.values().forEach(Connection::drain);
        if (active.get() == 0) {
            empty.complete(null);
        }
        return empty;
    }

    /** Cuts off what is open now, and says how many those were. */
    int cutOffAll() {
        int count = 0;
        for (Connection connection : open.values()) {
            connection.cutOff();
            count++;
        }
        return count;
    }

    ListenerCounters counters(long failedHandshakes) {
        return new ListenerCounters(
                active.get(), accepted.get(), overLimit.get(), failedHandshakes, failedAccepts.get());
    }
}
