package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.spi.InBandTls;
import dev.hoop.core.spi.Upstream;
import dev.hoop.proto.pg.internal.message.StartupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Opens a connection to the server, with TLS where it is configured. A server that refuses TLS is an error, never a
 * connection without it. The last handler of the channel while it opens; confined to its loop.
 */
final class UpstreamOpening extends ChannelInboundHandlerAdapter {

    /** The server's answer to SSLRequest that lets TLS begin; one byte. */
    private static final byte WILLING = 'S';

    /** How long the server may take to answer SSLRequest; the dial before and the handshake behind it have limits of their own. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Upstream upstream;
    private final Promise<Channel> opened;
    private boolean answered;

    private UpstreamOpening(Upstream upstream, Promise<Channel> opened) {
        this.upstream = upstream;
        this.opened = opened;
    }

    /** The channel, ready for a startup packet, with this handler removed; or why there is none. */
    static Future<Channel> open(Upstream upstream, EventLoop loop) {
        Promise<Channel> opened = loop.newPromise();
        UpstreamOpening opening = new UpstreamOpening(upstream, opened);
        upstream.dial(loop, opening).addListener((Future<Channel> dialled) -> {
            if (!dialled.isSuccess()) {
                opened.tryFailure(dialled.cause());
            } else if (upstream.inBandTls().isEmpty()) {
                opening.succeed(dialled.getNow());
            } else {
                opening.ask(dialled.getNow());
            }
        });
        return opened;
    }

    private void ask(Channel channel) {
        ScheduledFuture<?> limit = channel.eventLoop()
                .schedule(
                        () -> {
                            if (!answered) {
                                opened.tryFailure(failure(
                                        "it did not answer a request for TLS within " + LIMIT.toSeconds() + " s"));
                                channel.close();
                            }
                        },
                        LIMIT.toMillis(),
                        TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> limit.cancel(false));
        opened.addListener(done -> limit.cancel(false));
        channel.writeAndFlush(StartupPacket.sslRequest());
    }

    private void succeed(Channel channel) {
        channel.pipeline().remove(this);
        if (!opened.trySuccess(channel)) {
            channel.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf answer = (ByteBuf) message;
        try {
            InBandTls tls = upstream.inBandTls().orElse(null);
            if (tls == null || answered) {
                fail(ctx, "it spoke before it was asked");
                return;
            }
            answered = true;
            boolean willing = answer.readByte() == WILLING;
            if (!willing) {
                fail(ctx, "it refused TLS, which upstream_tls asks for");
            } else if (answer.isReadable()) {
                // Bytes in plain text behind the answer could be anybody's.
                fail(ctx, "it sent bytes in plain text where TLS begins");
            } else {
                handshake(ctx, tls.newHandler(ctx.alloc()));
            }
        } finally {
            answer.release();
        }
    }

    private void handshake(ChannelHandlerContext ctx, SslHandler handler) {
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                succeed(ctx.channel());
            } else {
                fail(ctx, "its TLS handshake failed: " + done.cause().getMessage());
            }
        });
        ctx.pipeline().addFirst(handler);
    }

    private void fail(ChannelHandlerContext ctx, String reason) {
        opened.tryFailure(failure(reason));
        ctx.close();
    }

    private IOException failure(String reason) {
        return new IOException("upstream " + upstream.address() + ": " + reason);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail(ctx, "it closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
