package dev.hoop.core.relay;

import dev.hoop.core.spi.InBandTls;
import dev.hoop.core.spi.Upstream;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The one way to an upstream: every address of its name in turn, TLS where configured, all within one time limit.
 */
public final class Dialer implements Upstream {

    /** The time limit of a dial, name look-up and TLS handshake included, where nothing else is said. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private final Transport transport;
    private final Address address;
    private final Optional<Tls> tls;
    private final boolean inBand;
    private final Duration timeout;

    /** What a dial needs of TLS: the context and the name to verify. */
    record Tls(SslContext context, String serverName) {

        SslHandler newHandler(ByteBufAllocator allocator, Address address, Duration timeout) {
            int port = address instanceof Address.Tcp tcp ? tcp.port() : -1;
            SslHandler handler = context.newHandler(allocator, serverName, port);
            handler.setHandshakeTimeoutMillis(timeout.toMillis());
            return handler;
        }
    }

    /**
     * @param tls how to speak TLS; empty for plain text
     * @param timeout of one dial, more than zero
     * @throws IllegalArgumentException when the TLS files cannot be used; the message says which and why
     */
    public Dialer(Transport transport, Address address, Optional<UpstreamTls> tls, Duration timeout) {
        this(transport, address, tls, false, List.of(), timeout);
    }

    /**
     * @param inBand whether the protocol begins TLS itself, so that a dial does not
     * @param alpn protocols to offer over TLS; empty for none
     */
    public Dialer(
            Transport transport,
            Address address,
            Optional<UpstreamTls> tls,
            boolean inBand,
            List<String> alpn,
            Duration timeout) {
        this.transport = transport;
        this.inBand = inBand;
        this.address = address;
        this.tls = tls.map(settings -> new Tls(
                TlsContexts.client(settings, alpn), settings.serverName().orElseGet(() -> host(address))));
        this.timeout = timeout;
    }

    private static String host(Address address) {
        return address instanceof Address.Tcp tcp && !tcp.host().isEmpty() ? tcp.host() : "localhost";
    }

    @Override
    public String address() {
        return address.toString();
    }

    @Override
    public Future<Channel> dial(EventLoop loop, ChannelHandler initializer) {
        Dial dial = new Dial(transport, address, inBand ? Optional.empty() : tls, timeout, loop, initializer);
        loop.execute(dial::start);
        return dial.future();
    }

    @Override
    public Optional<InBandTls> inBandTls() {
        return inBand ? tls.map(with -> allocator -> handler(with, allocator)) : Optional.empty();
    }

    private SslHandler handler(Tls with, ByteBufAllocator allocator) {
        return with.newHandler(allocator, address, timeout);
    }
}
