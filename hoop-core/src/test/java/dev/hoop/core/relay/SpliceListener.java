package dev.hoop.core.relay;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.core.spi.Upstream;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes to an upstream and back, and keeps what a test looks at. */
final class SpliceListener implements Listener {

    record Pair(Channel downstream, Channel upstream) {}

    final List<Pair> pairs = new CopyOnWriteArrayList<>();
    private final Upstream upstream;

    SpliceListener(Upstream upstream) {
        this.upstream = upstream;
    }

    @Override
    public ProtocolSession open(Downstream downstream) {
        Channel client = downstream.channel();
        return new ProtocolSession() {
            @Override
            public void start() {
                ReadControl.of(client).pause(ReadControl.Reason.WAITING);
                upstream.dial(client.eventLoop(), nothing()).addListener(dialled -> connected(client, dialled));
            }

            @Override
            public void drain() {
                client.close();
            }
        };
    }

    private void connected(Channel client, Future<? super Channel> dialled) {
        if (!dialled.isSuccess()) {
            client.close();
            return;
        }
        Channel server = (Channel) dialled.getNow();
        Flow.splice(client, server);
        pairs.add(new Pair(client, server));
        ReadControl.of(client).resume(ReadControl.Reason.WAITING);
    }

    private static ChannelHandler nothing() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {}
        };
    }
}
