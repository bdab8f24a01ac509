package dev.hoop.proto.http.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;

/**
 * One end of a tunnel: passes every byte to the other end, reads no faster than that takes them, and passes the end of its
 * direction on too.
 */
final class TunnelEnd extends ChannelInboundHandlerAdapter {

    private final Tunnel tunnel;
    private final Channel own;
    private final Channel other;
    private boolean inputEnded;

    TunnelEnd(Tunnel tunnel, Channel own, Channel other) {
        this.tunnel = tunnel;
        this.own = own;
        this.other = other;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        own.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        own.config().setAutoRead(other.isWritable());
        tunnel.touched();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        tunnel.touched();
        other.write(message, other.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        other.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        other.config().setAutoRead(own.isWritable());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
            inputEnded();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        tunnel.ended();
        other.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        tunnel.close();
    }

    /** Passes bytes on that were read before the tunnel stood. */
    void passOn(ByteBuf early) {
        other.write(early, other.voidPromise());
    }

    /** This end's peer sends nothing more. */
    void inputEnded() {
        if (inputEnded) {
            return;
        }
        inputEnded = true;
        other.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> endOutputOfOther());
    }

    private void endOutputOfOther() {
        // TLS has no half-closed state that every peer understands.
        boolean halfCloses = other.pipeline().get(SslHandler.class) == null;
        boolean bothEnded = own instanceof DuplexChannel duplex && duplex.isOutputShutdown();
        if (halfCloses && !bothEnded && other instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        } else {
            tunnel.close();
        }
    }
}
