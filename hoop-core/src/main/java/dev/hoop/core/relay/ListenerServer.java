package dev.hoop.core.relay;

import dev.hoop.core.spi.Listener;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the connections of one listener: binds, accepts up to the limit, ends TLS, opens a session each, drains.
 *
 * <p>When the platform cannot hand out a connection, for want of descriptors for example, accepting pauses for a second
 * instead of trying in a circle. Used by one thread.
 */
public final class ListenerServer {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerServer.class);

    /** Connections that the kernel keeps until they are accepted; it may keep fewer. */
    private static final int BACKLOG = 1024;

    private final Transport transport;
    private final ListenerSpec spec;
    private final Listener listener;
    private final SessionEvents events;
    private final ConnectionRegistry registry;
    private final FailedHandshakes failedHandshakes;

    private @Nullable Channel bound;

    /** @param listener opens the sessions; the caller closes it after {@link #drain} */
    public ListenerServer(Transport transport, ListenerSpec spec, Listener listener, SessionEvents events) {
        this(transport, spec, listener, events, new FailedHandshakes(spec.name()));
    }

    /** @param failedHandshakes those that the sessions begin; the server adds its own */
    public ListenerServer(
            Transport transport,
            ListenerSpec spec,
            Listener listener,
            SessionEvents events,
            FailedHandshakes failedHandshakes) {
        this.transport = transport;
        this.spec = spec;
        this.listener = listener;
        this.events = events;
        this.registry = new ConnectionRegistry(spec.name(), spec.maxConnections());
        this.failedHandshakes = failedHandshakes;
    }

    /** Takes the address and accepts from then on; {@link #reserve} and {@link #accept} in one. */
    public Address bind() throws BindFailure {
        Address address = reserve();
        accept();
        return address;
    }

    /**
     * Takes the address; connections wait in the kernel until {@link #accept}. Blocks until that is done.
     *
     * @return the real address, with the real port where any free one was asked for
     * @throws BindFailure when the address cannot be had; nothing is bound then
     */
    public Address reserve() throws BindFailure {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(transport.loops())
                .channelFactory(transport.sockets().serverChannels(spec.listen()))
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.ALLOCATOR, transport.allocator())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.ALLOCATOR, transport.allocator())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, Flow.WATER_MARKS)
                .handler(new AcceptFailures())
                .childHandler(connectionInitializer());
        transport.sockets().prepare(bootstrap);
        if (spec.listen() instanceof Address.Tcp) {
            bootstrap
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.SO_KEEPALIVE, true);
        }
        try {
            ChannelFuture binding = bootstrap.bind(socketAddress()).awaitUninterruptibly();
            if (!binding.isSuccess()) {
                throw new BindFailure(spec.name(), spec.listen(), binding.cause());
            }
            bound = binding.channel();
        } catch (IOException e) {
            throw e instanceof BindFailure known ? known : new BindFailure(spec.name(), spec.listen(), e);
        }
        return realAddress(bound);
    }

    /** Serves the connections of the address that was reserved. */
    public void accept() {
        if (bound == null) {
            throw new IllegalStateException("an address is reserved first");
        }
        bound.config().setAutoRead(true);
    }

    private ChannelInitializer<Channel> connectionInitializer() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                spec.tls().ifPresent(context -> {
                    SslHandler tls = context.newHandler(channel.alloc());
                    tls.setHandshakeTimeoutMillis(spec.handshakeTimeout().toMillis());
                    channel.pipeline().addLast(tls);
                });
                channel.pipeline()
                        .addLast(new SessionOpener(
                                spec, listener, events, registry, failedHandshakes, transport.nextSessionId()));
            }
        };
    }

    private SocketAddress socketAddress() throws IOException {
        if (spec.listen() instanceof Address.Tcp tcp) {
            InetSocketAddress resolved = tcp.host().isEmpty()
                    ? new InetSocketAddress(tcp.port())
                    : new InetSocketAddress(tcp.host(), tcp.port());
            if (resolved.isUnresolved()) {
                throw new IOException("the host name cannot be resolved; use an address of this host");
            }
            return resolved;
        }
        Address.Unix unix = (Address.Unix) spec.listen();
        UnixSocketFile.makeRoom(unix.path());
        return transport.sockets().unixAddress(unix.path());
    }

    private Address realAddress(Channel channel) {
        if (spec.listen() instanceof Address.Tcp && channel.localAddress() instanceof InetSocketAddress inet) {
            return new Address.Tcp(inet.getAddress().getHostAddress(), inet.getPort());
        }
        return spec.listen();
    }

    /** What happened since it was bound. From any thread. */
    public ListenerCounters counters() {
        return registry.counters(failedHandshakes.count());
    }

    /**
     * Stops accepting and asks every session to end in its own time; cuts off what is left at the deadline.
     *
     * @return done when no connection is left, with the number of those that were cut off
     */
    public CompletionStage<Integer> drain(Duration deadline) {
        unbind();
        CompletableFuture<Integer> result = new CompletableFuture<>();
        CompletableFuture<Void> empty = registry.drain();
        var limit = transport
                .nextLoop()
                .schedule(
                        () -> {
                            int cut = registry.cutOffAll();
                            empty.thenRun(() -> result.complete(cut));
                        },
                        deadline.toNanos(),
                        TimeUnit.NANOSECONDS);
        empty.thenRun(() -> {
            if (limit.cancel(false)) {
                result.complete(0);
            }
        });
        return result;
    }

    /** Stops accepting; what is open stays. Blocks until the address is free. */
    public void unbind() {
        if (bound == null) {
            return;
        }
        bound.close().awaitUninterruptibly();
        bound = null;
        if (spec.listen() instanceof Address.Unix unix) {
            try {
                Files.deleteIfExists(unix.path());
            } catch (IOException e) {
                LOG.warn("event=listener.socket_file_left listener={} path={}", spec.name(), unix.path());
            }
        }
    }

    /** Tells of failed accepts, and pauses accepting for a while after each. */
    private final class AcceptFailures extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            registry.acceptFailed();
            LOG.warn(
                    "event=listener.accept_failed listener={} cause=\"{}\" action=pause_1s",
                    spec.name(),
                    cause.getMessage());
            ctx.channel().config().setAutoRead(false);
            ctx.executor().schedule(() -> ctx.channel().config().setAutoRead(true), 1, TimeUnit.SECONDS);
        }
    }
}
