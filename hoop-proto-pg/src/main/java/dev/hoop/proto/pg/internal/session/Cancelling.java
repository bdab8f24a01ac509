package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.spi.Upstream;
import dev.hoop.proto.pg.internal.message.StartupPacket.CancelRequest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Brings a CancelRequest to the server, which answers it by closing the connection once it has acted on it. */
final class Cancelling {

    /** A server that does not close the connection by then has had its time. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Cancelling() {}

    /** Calls back on the loop when the server has acted, or will not. */
    static void send(Upstream upstream, EventLoop loop, CancelRequest request, Runnable done) {
        UpstreamOpening.open(upstream, loop).addListener((Future<Channel> opened) -> {
            if (!opened.isSuccess()) {
                done.run();
                return;
            }
            Channel channel = opened.getNow();
            channel.pipeline().addLast(new Silent());
            channel.closeFuture().addListener(closed -> done.run());
            Future<?> limit = loop.schedule(() -> channel.close(), LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            channel.closeFuture().addListener(closed -> limit.cancel(false));
            channel.writeAndFlush(request.toBuffer());
        });
    }

    /** Takes nothing and waits for the end. */
    private static final class Silent extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ((ByteBuf) message).release();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
