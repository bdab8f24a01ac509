package dev.hoop.proto.http.internal.session;

import dev.hoop.core.relay.Flow;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Two connections that are joined after the upstream switched protocols: bytes pass both ways untouched. Confined to the
 * loop that both share.
 */
final class Tunnel {

    private Tunnel() {}

    /**
     * Joins two connections whose own handlers are gone.
     *
     * @param fromClient what the client had sent that was not read yet; released here
     * @param clientEnded whether the client has already ended its direction
     * @param fromUpstream what came behind the upstream's head; released here
     * @param idleTimeout without a byte in either direction until both are closed; zero for never
     */
    static void join(
            Channel client,
            ByteBuf fromClient,
            boolean clientEnded,
            Channel upstream,
            ByteBuf fromUpstream,
            Duration idleTimeout) {
        if (!idleTimeout.isZero()) {
            client.pipeline().addLast(new CloseWhenIdle(idleTimeout));
        }
        Flow.splice(client, upstream);
        client.writeAndFlush(fromUpstream, client.voidPromise());
        upstream.writeAndFlush(fromClient, upstream.voidPromise());
        if (clientEnded) {
            upstream.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
                if (upstream instanceof DuplexChannel duplex) {
                    duplex.shutdownOutput();
                }
            });
        }
    }

    /** Traffic of both directions passes the client's connection: one handler sees it all. */
    private static final class CloseWhenIdle extends IdleStateHandler {

        CloseWhenIdle(Duration limit) {
            super(0, 0, limit.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        protected void channelIdle(ChannelHandlerContext ctx, IdleStateEvent event) {
            if (event.state() == IdleState.ALL_IDLE) {
                ctx.close();
            }
        }
    }
}
