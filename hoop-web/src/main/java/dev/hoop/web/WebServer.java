package dev.hoop.web;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A running HTTP/1.1 server. Owns one event loop and a small pool of workers, both of which end with it. Safe to use from
 * any thread but its own.
 */
public final class WebServer implements AutoCloseable {

    /** How long {@link #close()} waits for answers that are under way. */
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    private final EventLoopGroup loops;
    private final ServedConnections connections;
    private final Workers workers;
    private final Channel acceptor;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private WebServer(EventLoopGroup loops, ServedConnections connections, Workers workers, Channel acceptor) {
        this.loops = loops;
        this.connections = connections;
        this.workers = workers;
        this.acceptor = acceptor;
    }

    /**
     * Binds and serves. When this returns, connections are accepted.
     *
     * @param address where to listen; port 0 means a free one
     * @throws IOException when the address cannot be bound, with a message that names it
     */
    public static WebServer start(InetSocketAddress address, Router router, WebLimits limits) throws IOException {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("hoop-web", true), NioIoHandler.newFactory());
        Workers workers = new Workers(limits, System::nanoTime);
        ServedConnections connections = new ServedConnections(limits);
        Exchanges exchanges = new Exchanges(router, limits, workers, connections);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                // A client that half-closes after its request still gets its answer.
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (!connections.admit(channel)) {
                            return;
                        }
                        RequestClock clock = new RequestClock(limits);
                        channel.pipeline()
                                .addLast(clock)
                                .addLast(new StrictRequestDecoder(limits))
                                .addLast(new HttpResponseEncoder())
                                .addLast(new Connection(exchanges, clock, limits));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            workers.stop(Duration.ZERO);
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw new IOException("cannot listen on " + text(address) + ": " + reason(bound.cause()), bound.cause());
        }
        return new WebServer(loops, connections, workers, bound.channel());
    }

    private static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    private static String reason(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (message.contains("Address already in use")) {
            return "the address is in use; stop what listens there, or choose another port (0 takes a free one)";
        }
        if (message.contains("Permission denied")) {
            return "permission denied; ports below 1024 need the right to bind them, or choose a higher one";
        }
        if (message.contains("Cannot assign requested address")) {
            return "this host does not have that address; use one of its own, or 0.0.0.0 for all of them";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : message;
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) acceptor.localAddress();
    }

    /** Open connections now. */
    public int connections() {
        return connections.count();
    }

    /** Stops with five seconds for answers under way. */
    @Override
    public void close() {
        stop(CLOSE_GRACE);
    }

    /**
     * Accepts nothing more, ends event streams and idle connections, lets answers under way finish, then closes what is
     * left. Blocks until all is closed; without effect when called again.
     *
     * @param grace how long answers may take
     */
    public void stop(Duration grace) {
        if (!stopped.compareAndSet(false, true)) {
            return;
        }
        long deadline = System.nanoTime() + grace.toNanos();
        acceptor.close().awaitUninterruptibly();
        connections.drain();
        connections.awaitEmpty(remaining(deadline));
        workers.stop(remaining(deadline));
        connections.closeAll();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static Duration remaining(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }
}
