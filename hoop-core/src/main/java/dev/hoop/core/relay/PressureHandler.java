package dev.hoop.core.relay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Sits on one channel and pauses the reading of its peer while this channel is full. */
final class PressureHandler extends ChannelInboundHandlerAdapter {

    private final Channel peer;

    PressureHandler(Channel peer) {
        this.peer = peer;
    }

    static void remove(Channel channel, ChannelHandler handler) {
        // A closed channel has dropped its handlers by itself.
        if (channel.pipeline().context(handler) != null) {
            channel.pipeline().remove(handler);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (!ctx.channel().isWritable() && ctx.channel().isActive()) {
            ReadControl.of(peer).pause(ReadControl.Reason.PEER_FULL);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            ReadControl.of(peer).resume(ReadControl.Reason.PEER_FULL);
        } else {
            ReadControl.of(peer).pause(ReadControl.Reason.PEER_FULL);
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        // Also when this channel is gone: its peer must not wait for room that never comes.
        ReadControl.of(peer).resume(ReadControl.Reason.PEER_FULL);
    }
}
