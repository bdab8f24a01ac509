package dev.hoop.proto.http.internal.session;

import dev.hoop.core.gate.Gate;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.BindFailure;
import dev.hoop.core.relay.Dialer;
import dev.hoop.core.relay.KeyFiles;
import dev.hoop.core.relay.ListenerServer;
import dev.hoop.core.relay.ListenerSpec;
import dev.hoop.core.relay.SessionEvents;
import dev.hoop.core.relay.TlsContexts;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.codec.Via;
import dev.hoop.proto.http.internal.h2.HttpFront;
import dev.hoop.review.ReviewService;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http.RawHttpUpstream;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One HTTP listener on a free port, with its own event loop. */
final class SidecarFixture implements AutoCloseable {

    private final Transport transport;
    private final HttpListener listener;
    private final ListenerServer server;
    private final InetSocketAddress address;
    private final Via via;
    private boolean closed;

    private SidecarFixture(Builder builder, InetSocketAddress upstream) throws BindFailure {
        this.transport = Transport.open(builder.kind, 1);
        this.via = Via.random();
        Address target = new Address.Tcp(upstream.getAddress().getHostAddress(), upstream.getPort());
        ListenerContext<HttpConfig> context = new ListenerContext<>(
                "billing-api",
                builder.config,
                new Dialer(transport, target, Optional.empty(), Duration.ofSeconds(10)),
                builder.gate,
                builder.reviews,
                new Fingerprints(new byte[] {1}),
                builder.identityHeader,
                Optional.empty(),
                builder.idleTimeout);
        this.listener = new HttpListener(context, via, HttpFront::open, builder.limits);
        this.server = new ListenerServer(
                transport,
                new ListenerSpec(
                        "billing-api",
                        new Address.Tcp("127.0.0.1", 0),
                        builder.tls,
                        0,
                        ListenerSpec.DEFAULT_HANDSHAKE_TIMEOUT),
                listener,
                SessionEvents.NONE);
        Address.Tcp bound = (Address.Tcp) server.bind();
        this.address = new InetSocketAddress(bound.host(), bound.port());
    }

    /** A fixture with that gate. */
    static Builder with(Gate gate) {
        return new Builder(gate);
    }

    InetSocketAddress address() {
        return address;
    }

    URI uri(String target) {
        return URI.create("http://127.0.0.1:" + address.getPort() + target);
    }

    Via via() {
        return via;
    }

    RawConnection connect() throws IOException {
        return RawHttpClient.connect(address);
    }

    /** How many client connections are open. */
    long open() {
        return server.counters().active();
    }

    /** Does something while the event loop stands still, so that what it causes is seen all at once. */
    void whileStopped(Runnable doing) {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        transport.nextLoop().execute(() -> {
            stopped.countDown();
            awaitQuietly(done);
        });
        awaitQuietly(stopped);
        doing.run();
        done.countDown();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new AssertionError("the event loop did not stop, or was not let go");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** What buffers hold now, in bytes. */
    long buffered() {
        return ((PooledByteBufAllocator) transport.allocator()).pinnedDirectMemory();
    }

    CompletionStage<Integer> drain(Duration limit) {
        return server.drain(limit);
    }

    /** Closes what the listener keeps beyond its sessions. */
    void closeListener() {
        listener.close();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        server.drain(Duration.ZERO).toCompletableFuture().join();
        listener.close();
        transport.close();
    }

    /** What a fixture is made of. */
    static final class Builder {
        private final Gate gate;
        private HttpConfig config = HttpConfig.DEFAULT;
        private ReviewService reviews = new FakeReviews();
        private Optional<String> identityHeader = Optional.empty();
        private Duration idleTimeout = Duration.ZERO;
        private SessionLimits limits = SessionLimits.DEFAULT;
        private Transport.Kind kind = Transport.defaultKind();
        private Optional<SslContext> tls = Optional.empty();

        private Builder(Gate gate) {
            this.gate = gate;
        }

        Builder config(HttpConfig value) {
            config = value;
            return this;
        }

        Builder reviews(ReviewService value) {
            reviews = value;
            return this;
        }

        Builder identityHeader(String value) {
            identityHeader = Optional.of(value);
            return this;
        }

        Builder idleTimeout(Duration value) {
            idleTimeout = value;
            return this;
        }

        Builder limits(SessionLimits value) {
            limits = value;
            return this;
        }

        /** Ends TLS here, with the ALPN protocols of the factory. */
        Builder tls(KeyFiles files) {
            tls = Optional.of(TlsContexts.server(files, HttpFront.ALPN_PROTOCOLS));
            return this;
        }

        Builder kind(Transport.Kind value) {
            kind = value;
            return this;
        }

        SidecarFixture start(RawHttpUpstream upstream) throws BindFailure {
            return start(upstream.address());
        }

        SidecarFixture start(InetSocketAddress upstream) throws BindFailure {
            return new SidecarFixture(this, upstream);
        }
    }
}
