package dev.hoop.core;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.core.spi.ProtocolSession;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;

/** The least that a protocol can be: echoes, and refuses the depth 13 when it is created. */
final class LineProtocol implements ListenerFactory<LineProtocol.Config> {

    record Config(@dev.hoop.config.Default("1") int depth) {}

    final AtomicInteger created = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();

    @Override
    public String protocol() {
        return "line";
    }

    @Override
    public Class<Config> configType() {
        return Config.class;
    }

    @Override
    public Listener create(ListenerContext<Config> context) {
        if (context.config().depth() == 13) {
            throw new IllegalArgumentException("a depth of 13 cannot work; write another number");
        }
        created.incrementAndGet();
        return new Listener() {
            @Override
            public ProtocolSession open(Downstream downstream) {
                return new Session(downstream);
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    private record Session(Downstream downstream) implements ProtocolSession {
        @Override
        public void start() {
            downstream.channel().pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object message) {
                    ctx.writeAndFlush(message);
                }
            });
        }

        @Override
        public void drain() {
            downstream.channel().close();
        }
    }
}
