package dev.hoop.core.relay;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loops, buffers and name look-ups that all listeners of a process share. Safe for use by many threads; close it
 * last.
 */
public final class Transport implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    /**
     * The system property with the number of event loops. Without it there is one loop on two cores or fewer and one per
     * two cores beyond: more loops buy throughput and cost CPU per statement.
     */
    public static final String LOOPS_PROPERTY = "hoop.loops";

    /**
     * The system property with the name of a {@link Kind} in small letters. Where this machine does not have that kind, the
     * best one is used and a warning is logged. Without it the best kind is used that every kernel lets a process have.
     */
    public static final String KIND_PROPERTY = "hoop.transport";

    private static final int PAGE_BYTES = 8192;

    /** Buffers come from chunks of 8 KiB shifted by this: 1 MiB, so that an idle sidecar keeps little. */
    private static final int CHUNK_ORDER = 7;

    private static final int SMALL_CACHED = 128;
    private static final int NORMAL_CACHED = 32;
    private static final long SHUTDOWN_LIMIT_MILLIS = 5_000;

    /** How sockets are served. */
    public enum Kind {
        /** Linux, with its native library; one system call for many reads and writes. Opt-in: many containers forbid it. */
        IO_URING,
        /** Linux, with its native library. */
        EPOLL,
        /** Any platform. */
        NIO;

        /** The best that this machine has without being asked for. */
        public static Kind best() {
            return Epoll.isAvailable() ? EPOLL : NIO;
        }

        /** Whether this machine has it. */
        public boolean isAvailable() {
            return switch (this) {
                case IO_URING -> UringSockets.isAvailable();
                case EPOLL -> Epoll.isAvailable();
                case NIO -> true;
            };
        }

        private Sockets sockets() {
            return switch (this) {
                case IO_URING -> new UringSockets();
                case EPOLL -> new EpollSockets();
                case NIO -> new NioSockets();
            };
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Kind kind;
    private final Sockets sockets;
    private final EventLoopGroup loops;
    private final ByteBufAllocator allocator;
    private final NameService names = new NameService();
    private final AtomicLong sessionIds = new AtomicLong();

    private Transport(Kind kind, int loopCount) {
        this.kind = kind;
        this.sockets = kind.sockets();
        this.allocator = new PooledByteBufAllocator(
                true, loopCount, loopCount, PAGE_BYTES, CHUNK_ORDER, SMALL_CACHED, NORMAL_CACHED, false);
        this.loops = new MultiThreadIoEventLoopGroup(
                loopCount, new DefaultThreadFactory("hoop-loop", true), sockets.handlers(allocator));
    }

    /** With {@link #defaultKind()} and {@link #defaultLoops()}. */
    public static Transport open() {
        return open(defaultKind(), defaultLoops());
    }

    /**
     * @param kind one that this machine has
     * @param loopCount at least 1
     */
    public static Transport open(Kind kind, int loopCount) {
        if (loopCount < 1) {
            throw new IllegalArgumentException("at least one event loop is needed, not " + loopCount);
        }
        return new Transport(kind, loopCount);
    }

    /**
     * The number of loops by {@link #LOOPS_PROPERTY}, or by the number of cores.
     *
     * @throws IllegalArgumentException when the property is no number of at least 1
     */
    public static int defaultLoops() {
        String given = System.getProperty(LOOPS_PROPERTY, "");
        if (given.isEmpty()) {
            return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        }
        int count = given.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(given) : 0;
        if (count == 0) {
            throw new IllegalArgumentException(
                    "system property " + LOOPS_PROPERTY + " is the number of event loops, 1 or more, not " + given);
        }
        return count;
    }

    /**
     * The kind by {@link #KIND_PROPERTY}, or the best one.
     *
     * @throws IllegalArgumentException when the property names no kind
     */
    public static Kind defaultKind() {
        String given = System.getProperty(KIND_PROPERTY, "");
        if (given.isEmpty()) {
            return Kind.best();
        }
        Kind asked = Arrays.stream(Kind.values())
                .filter(kind -> kind.word().equals(given))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "system property " + KIND_PROPERTY + " is io_uring, epoll or nio, not " + given));
        if (asked.isAvailable()) {
            return asked;
        }
        Kind instead = Kind.best();
        LOG.warn(
                "event=transport.unavailable asked={} used={} action=\"a newer kernel, or a container that allows it\"",
                asked.word(),
                instead.word());
        return instead;
    }

    public Kind kind() {
        return kind;
    }

    Sockets sockets() {
        return sockets;
    }

    /** The loops that serve accepted connections. */
    public EventLoopGroup loops() {
        return loops;
    }

    /** One of the loops. */
    public EventLoop nextLoop() {
        return loops.next();
    }

    /** The pooled allocator of every channel. */
    public ByteBufAllocator allocator() {
        return allocator;
    }

    NameService names() {
        return names;
    }

    long nextSessionId() {
        return sessionIds.incrementAndGet();
    }

    /** Closes every channel that is left and ends the loops; waits for at most five seconds. */
    @Override
    public void close() {
        names.close();
        loops.shutdownGracefully(0, SHUTDOWN_LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(SHUTDOWN_LIMIT_MILLIS);
    }
}
