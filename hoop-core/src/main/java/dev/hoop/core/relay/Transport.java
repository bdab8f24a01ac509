package dev.hoop.core.relay;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The event loops, buffers and name look-ups that all listeners of a process share. Safe for use by many threads; close it
 * last.
 */
public final class Transport implements AutoCloseable {

    /**
     * The system property with the number of event loops. Without it there is one loop on two cores or fewer and one per
     * two cores beyond: more loops buy throughput and cost CPU per statement.
     */
    public static final String LOOPS_PROPERTY = "hoop.loops";

    private static final int PAGE_BYTES = 8192;

    /** Buffers come from chunks of 8 KiB shifted by this: 1 MiB, so that an idle sidecar keeps little. */
    private static final int CHUNK_ORDER = 7;

    private static final int SMALL_CACHED = 128;
    private static final int NORMAL_CACHED = 32;
    private static final long SHUTDOWN_LIMIT_MILLIS = 5_000;

    /** How sockets are served. */
    public enum Kind {
        /** Linux, with its native library. */
        EPOLL,
        /** Any platform. */
        NIO;

        /** The best that this machine has. */
        public static Kind best() {
            return Epoll.isAvailable() ? EPOLL : NIO;
        }
    }

    private final Kind kind;
    private final EventLoopGroup loops;
    private final ByteBufAllocator allocator;
    private final NameService names = new NameService();
    private final AtomicLong sessionIds = new AtomicLong();

    private Transport(Kind kind, int loopCount) {
        this.kind = kind;
        this.loops = new MultiThreadIoEventLoopGroup(
                loopCount,
                new DefaultThreadFactory("hoop-loop", true),
                kind == Kind.EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        this.allocator = new PooledByteBufAllocator(
                true, loopCount, loopCount, PAGE_BYTES, CHUNK_ORDER, SMALL_CACHED, NORMAL_CACHED, false);
    }

    /** The best kind of this machine, with {@link #defaultLoops()} loops. */
    public static Transport open() {
        return open(Kind.best(), defaultLoops());
    }

    /**
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

    public Kind kind() {
        return kind;
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

    ChannelFactory<? extends ServerChannel> serverChannels(Address address) {
        if (address instanceof Address.Tcp) {
            return kind == Kind.EPOLL ? EpollServerSocketChannel::new : NioServerSocketChannel::new;
        }
        return kind == Kind.EPOLL ? EpollServerDomainSocketChannel::new : NioServerDomainSocketChannel::new;
    }

    ChannelFactory<? extends Channel> clientChannels(Address address) {
        if (address instanceof Address.Tcp) {
            return kind == Kind.EPOLL ? EpollSocketChannel::new : NioSocketChannel::new;
        }
        return kind == Kind.EPOLL ? EpollDomainSocketChannel::new : NioDomainSocketChannel::new;
    }

    SocketAddress unixAddress(Path path) {
        return kind == Kind.EPOLL ? new DomainSocketAddress(path.toFile()) : UnixDomainSocketAddress.of(path);
    }

    /** Closes every channel that is left and ends the loops; waits for at most five seconds. */
    @Override
    public void close() {
        names.close();
        loops.shutdownGracefully(0, SHUTDOWN_LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(SHUTDOWN_LIMIT_MILLIS);
    }
}
