package dev.hoop.core.relay;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ProtocolSession;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends back what it gets. Drains by closing when it is told to, or never. */
final class EchoListener implements Listener {

    final List<Downstream> opened = new CopyOnWriteArrayList<>();
    final AtomicInteger activeSeen = new AtomicInteger();
    final AtomicInteger drained = new AtomicInteger();
    private final boolean closesOnDrain;

    EchoListener(boolean closesOnDrain) {
        this.closesOnDrain = closesOnDrain;
    }

    @Override
    public ProtocolSession open(Downstream downstream) {
        opened.add(downstream);
        return new ProtocolSession() {
            @Override
            public void start() {
                downstream.channel().pipeline().addLast(new Echo());
            }

            @Override
            public void drain() {
                drained.incrementAndGet();
                if (closesOnDrain) {
                    downstream.channel().close();
                }
            }
        };
    }

    private final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            activeSeen.incrementAndGet();
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.writeAndFlush(message);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
