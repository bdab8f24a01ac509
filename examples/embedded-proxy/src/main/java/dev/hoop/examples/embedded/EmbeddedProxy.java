package dev.hoop.examples.embedded;

import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.gate.DefaultGate;
import dev.hoop.core.gate.GateConfig;
import dev.hoop.core.gate.GateLimits;
import dev.hoop.core.guardrail.Guardrails;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.Dialer;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.HttpListenerFactory;
import dev.hoop.review.ReviewService;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * A proxy that owns its server socket and its pipeline, and lets hoop's HTTP listener judge what passes.
 *
 * <p>Every connection gets a session of hoop; handlers of one's own may stand in front of it in the pipeline. A session dials
 * its upstream on the loop of its client, so both use the loops of one {@link Transport}.
 */
final class EmbeddedProxy implements AutoCloseable {

    private final Transport transport = Transport.open(Transport.Kind.NIO, 1);
    private final AtomicLong sessions = new AtomicLong();
    private final Listener listener;
    private final Channel bound;

    /** Starts on a free port of the loopback. */
    EmbeddedProxy(String upstream, ReviewService reviews, AuditTrail trail, BooleanSupplier officeIsOpen) {
        GateConfig decisions = new GateConfig(
                "embedded",
                Guardrails.NONE,
                List.of(new OfficeHours(officeIsOpen)),
                Optional.empty(),
                GateLimits.DEFAULT);
        listener = new HttpListenerFactory()
                .create(new ListenerContext<>(
                        "embedded",
                        HttpConfig.DEFAULT,
                        new Dialer(transport, Address.parse(upstream), Optional.empty(), Dialer.DEFAULT_TIMEOUT),
                        new DefaultGate(decisions, reviews, trail),
                        reviews,
                        new Fingerprints(new byte[] {1}),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ZERO));
        bound = new ServerBootstrap()
                .group(transport.loops())
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        listener.open(new Downstream(
                                        channel,
                                        sessions.incrementAndGet(),
                                        channel.remoteAddress().toString(),
                                        Optional.empty()))
                                .start();
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
    }

    int port() {
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    @Override
    public void close() {
        bound.close().syncUninterruptibly();
        listener.close();
        transport.close();
    }
}
