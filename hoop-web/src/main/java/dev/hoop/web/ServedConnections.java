package dev.hoop.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open connections: bounded, counted, and ended together. Safe for use by many threads. */
final class ServedConnections {

    private static final Logger LOG = LoggerFactory.getLogger(ServedConnections.class);

    private static final byte[] FULL = ("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 1\r\n"
                    + "connection: close\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);

    /** What of every body is kept whatever others send: enough for most calls. */
    private static final int SMALL_BODY = 16 * 1024;

    /** So many bodies of the largest size may be here at a time, or the memory would be filled by who sends and does not end. */
    private static final int LARGE_BODIES = 32;

    private static final Duration STREAM_RETRY = Duration.ofSeconds(30);

    private final WebLimits limits;
    private final AtomicLong largeBodies = new AtomicLong();
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger streams = new AtomicInteger();
    private final Map<String, Integer> owned = new ConcurrentHashMap<>();
    private volatile boolean draining;

    ServedConnections(WebLimits limits) {
        this.limits = limits;
    }

    /** Whether the connection is served; one too many is told so and closed. */
    boolean admit(Channel channel) {
        if (draining || open.size() >= limits.maxConnections()) {
            LOG.warn("event=web.connection.refused reason=max_connections limit={}", limits.maxConnections());
            channel.writeAndFlush(Unpooled.wrappedBuffer(FULL)).addListener(ChannelFutureListener.CLOSE);
            return false;
        }
        open.add(channel);
        channel.closeFuture().addListener(closed -> {
            open.remove(channel);
            synchronized (open) {
                open.notifyAll();
            }
        });
        return true;
    }

    /**
     * Takes a place for an event stream; the caller gives it back when the stream ends.
     *
     * @return why there is none; empty when it was taken
     */
    Optional<WebFailure> takeStream(Optional<StreamOwner> owner) {
        boolean room = streams.incrementAndGet() <= limits.maxEventStreams() && !draining;
        boolean share = owner.map(one -> owned.merge(one.name(), 1, Integer::sum) <= one.most())
                .orElse(true);
        if (room && share) {
            return Optional.empty();
        }
        giveStreamBack(owner);
        // Who has their share is told so also when there is no room for others either.
        WebFailure failure = share
                ? new WebFailure(503, "too many event streams are open: try again later")
                : new WebFailure(429, owner.map(StreamOwner::refusal).orElse(""));
        return Optional.of(failure.withRetryAfter(STREAM_RETRY));
    }

    void giveStreamBack(Optional<StreamOwner> owner) {
        streams.decrementAndGet();
        owner.ifPresent(one -> owned.computeIfPresent(one.name(), (name, open) -> open > 1 ? open - 1 : null));
    }

    /**
     * Takes room for what is here of a body; the caller gives it back when the request is answered.
     *
     * @param bytes of the body so far
     * @param taken the room that it has
     * @return the room that it has then; less than none when there is no more
     */
    long takeBodyRoom(int bytes, long taken) {
        long wanted = Math.max(0, bytes - SMALL_BODY);
        if (largeBodies.addAndGet(wanted - taken) > (long) LARGE_BODIES * limits.maxBodyBytes() && wanted > taken) {
            largeBodies.addAndGet(taken - wanted);
            return -1;
        }
        return wanted;
    }

    void giveBodyRoomBack(long taken) {
        largeBodies.addAndGet(-taken);
    }

    boolean isDraining() {
        return draining;
    }

    int count() {
        return open.size();
    }

    /** Tells every connection to end as soon as it owes no answer. */
    void drain() {
        draining = true;
        for (Channel channel : open) {
            channel.eventLoop().execute(() -> channel.pipeline().fireUserEventTriggered(Drain.NOW));
        }
    }

    void awaitEmpty(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (open) {
            while (!open.isEmpty()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    return;
                }
                try {
                    open.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    void closeAll() {
        for (Channel channel : open) {
            channel.close().awaitUninterruptibly();
        }
    }

    /** The event that tells a connection to end. */
    enum Drain {
        NOW
    }
}
