package dev.hoop.core.relay;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ProtocolSession;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands at the end of a new connection's pipeline until its session can be opened: at once, or after the TLS handshake.
 * Holds {@code channelActive} back until then, so that a session sees it once and in either case.
 */
final class SessionOpener extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerServer.class);

    private final ListenerSpec spec;
    private final Listener listener;
    private final SessionEvents events;
    private final ConnectionRegistry registry;
    private final FailedHandshakes failedHandshakes;
    private final long id;

    private @Nullable Connection connection;

    SessionOpener(
            ListenerSpec spec,
            Listener listener,
            SessionEvents events,
            ConnectionRegistry registry,
            FailedHandshakes failedHandshakes,
            long id) {
        this.spec = spec;
        this.listener = listener;
        this.events = events;
        this.registry = registry;
        this.failedHandshakes = failedHandshakes;
        this.id = id;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Optional<Connection> entered = registry.enter(id, ctx.channel());
        if (entered.isEmpty()) {
            ctx.close();
            return;
        }
        connection = entered.get();
        if (spec.tls().isEmpty()) {
            open(ctx, Optional.empty());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
            ctx.fireUserEventTriggered(event);
        } else if (handshake.isSuccess()) {
            SslHandler tls = ctx.pipeline().get(SslHandler.class);
            open(ctx, tls == null ? Optional.empty() : Optional.ofNullable(tls.applicationProtocol()));
        } else {
            failedHandshakes.add();
            LOG.debug(
                    "event=listener.handshake_failed listener={} session={} peer={} cause={}",
                    spec.name(),
                    id,
                    peer(ctx.channel().remoteAddress()),
                    handshake.cause().getClass().getSimpleName());
            ctx.close();
        }
    }

    private void open(ChannelHandlerContext ctx, Optional<String> alpn) {
        Channel channel = ctx.channel();
        Downstream downstream = new Downstream(channel, id, peer(channel.remoteAddress()), alpn);
        if (connection == null) {
            throw new IllegalStateException("a session comes after its connection");
        }
        events.opened(downstream);
        long since = System.nanoTime();
        channel.closeFuture()
                .addListener(closed ->
                        events.closed(downstream, Duration.ofNanos(Math.max(0, System.nanoTime() - since))));
        ProtocolSession session = listener.open(downstream);
        session.start();
        connection.serve(session);
        ctx.fireChannelActive();
        ctx.pipeline().remove(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // Before there is a session: a broken handshake, told above, or a session that could not be opened.
        if (cause instanceof RuntimeException) {
            LOG.error("event=listener.session_failed listener={} session={}", spec.name(), id, cause);
        }
        ctx.close();
    }

    private static String peer(@Nullable SocketAddress address) {
        if (address instanceof InetSocketAddress inet) {
            return new Address.Tcp(inet.getAddress().getHostAddress(), inet.getPort()).toString();
        }
        return "unix";
    }
}
