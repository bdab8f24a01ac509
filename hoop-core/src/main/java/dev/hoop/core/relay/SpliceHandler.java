package dev.hoop.core.relay;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;

/** Passes what one channel reads to another: writes on read, flushes once when the read is complete. */
final class SpliceHandler extends ChannelInboundHandlerAdapter {

    private final Channel peer;
    private boolean inputEnded;

    SpliceHandler(Channel peer) {
        this.peer = peer;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        peer.write(message, peer.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        peer.flush();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
            endInput(ctx.channel());
        }
        ctx.fireUserEventTriggered(event);
    }

    private void endInput(Channel channel) {
        if (inputEnded) {
            return;
        }
        inputEnded = true;
        SpliceHandler back = peer.pipeline().get(SpliceHandler.class);
        boolean bothEnded = back == null || back.inputEnded;
        // An empty write is done once everything before it was written; only then may the output end.
        peer.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (bothEnded) {
                peer.close();
                channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> channel.close());
            } else {
                endOutput(peer);
            }
        });
    }

    private static void endOutput(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        } else {
            channel.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        peer.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> peer.close());
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A reset or a broken TLS record: nothing more can be passed on, and the other side learns it by the close.
        ctx.close();
    }
}
