package dev.hoop.core.relay;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One dial. Confined to its loop. */
final class Dial {

    private final Transport transport;
    private final Address address;
    private final Optional<Dialer.Tls> tls;
    private final long deadlineNanos;
    private final Duration timeout;
    private final EventLoop loop;
    private final ChannelHandler initializer;
    private final Promise<Channel> result;
    private final Deque<SocketAddress> untried = new ArrayDeque<>();

    private @Nullable Channel current;

    Dial(
            Transport transport,
            Address address,
            Optional<Dialer.Tls> tls,
            Duration timeout,
            EventLoop loop,
            ChannelHandler initializer) {
        this.transport = transport;
        this.address = address;
        this.tls = tls;
        this.timeout = timeout;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
        this.loop = loop;
        this.initializer = initializer;
        this.result = loop.newPromise();
    }

    Future<Channel> future() {
        return result;
    }

    void start() {
        ScheduledFuture<?> limit = loop.schedule(this::onTimeout, timeout.toNanos(), TimeUnit.NANOSECONDS);
        result.addListener(done -> {
            limit.cancel(false);
            if (!done.isSuccess() && current != null) {
                current.close();
            }
        });
        if (address instanceof Address.Tcp tcp) {
            transport
                    .names()
                    .lookup(tcp.host())
                    .whenComplete((found, failure) -> onLoop(() -> {
                        if (failure == null) {
                            onResolved(found, tcp.port());
                        } else {
                            fail(DialFailure.Kind.UNRESOLVED, "its name cannot be resolved", failure);
                        }
                    }));
        } else if (address instanceof Address.Unix unix) {
            untried.add(transport.sockets().unixAddress(unix.path()));
            tryNext();
        }
    }

    private void onLoop(Runnable step) {
        if (loop.inEventLoop()) {
            step.run();
        } else if (!loop.isShuttingDown()) {
            loop.execute(step);
        }
    }

    private void onResolved(List<InetAddress> found, int port) {
        for (InetAddress one : found) {
            untried.add(new InetSocketAddress(one, port));
        }
        tryNext();
    }

    private void tryNext() {
        if (result.isDone()) {
            return;
        }
        SocketAddress target = untried.remove();
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channelFactory(transport.sockets().clientChannels(address))
                .option(ChannelOption.ALLOCATOR, transport.allocator())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, attemptMillis())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Flow.WATER_MARKS)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        tls.ifPresent(with -> channel.pipeline()
                                .addLast(with.newHandler(channel.alloc(), address, timeout), new HandshakeFailures()));
                        channel.pipeline().addLast(initializer);
                    }
                });
        transport.sockets().prepare(bootstrap);
        if (address instanceof Address.Tcp) {
            bootstrap.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
        }
        ChannelFuture connecting = bootstrap.connect(target);
        current = connecting.channel();
        connecting.addListener(done -> onConnected(connecting));
    }

    /** What is left of the time, or half of it while there are other addresses to try. */
    private int attemptMillis() {
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, untried.isEmpty() ? left : left / 2));
    }

    private void onConnected(ChannelFuture connecting) {
        Channel channel = connecting.channel();
        if (!connecting.isSuccess()) {
            channel.close();
            if (untried.isEmpty()) {
                Throwable cause = connecting.cause();
                fail(DialFailure.Kind.REFUSED, ConnectReason.of(cause), cause);
            } else {
                tryNext();
            }
            return;
        }
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) {
            succeed(channel);
        } else {
            handler.handshakeFuture().addListener(done -> {
                if (done.isSuccess()) {
                    succeed(channel);
                } else {
                    fail(DialFailure.Kind.TLS, ConnectReason.ofTls(done.cause()), done.cause());
                }
            });
        }
    }

    private void succeed(Channel channel) {
        if (!result.trySuccess(channel)) {
            channel.close();
        }
    }

    /** Keeps the failure of a handshake, of which the dial's result tells, from the caller's handlers. */
    private final class HandshakeFailures extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (result.isSuccess()) {
                ctx.fireExceptionCaught(cause);
            } else {
                ctx.close();
            }
        }
    }

    private void onTimeout() {
        fail(
                DialFailure.Kind.TIMEOUT,
                "no connection within " + timeout.toMillis() + " ms",
                new java.net.ConnectException("timed out"));
    }

    private void fail(DialFailure.Kind kind, String reason, Throwable cause) {
        result.tryFailure(new DialFailure(kind, "upstream " + address + ": " + reason, cause));
    }
}
