package dev.hoop.testkit.sidecar;

import dev.hoop.config.ConfigException;
import dev.hoop.core.Engine;
import dev.hoop.core.EngineParts;
import dev.hoop.core.ListenerFactories;
import dev.hoop.core.ListenerStats;
import dev.hoop.core.RunningListener;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.BindFailure;
import dev.hoop.core.relay.ListenerCounters;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.settings.AuditSettings;
import dev.hoop.core.settings.SettingsReader;
import dev.hoop.core.settings.SidecarSettings;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.review.ReviewService;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import io.netty.buffer.PooledByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A sidecar in this process, made of a configuration as an operator writes it. Give listeners port 0. Its reviews are
 * those of a {@link ScriptedControlPlane}, so a test approves and rejects by calling it; its audit trail is an
 * {@link AuditLog} ({@code audit.file} is not looked at).
 */
public final class TestSidecar implements AutoCloseable {

    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final Transport transport = Transport.open();
    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private final AuditLog audit = new AuditLog();
    private final AuditTrail trail;
    private final Engine engine;

    private TestSidecar(SidecarSettings settings, Builder builder) throws ConfigException, BindFailure {
        Fingerprints fingerprints = new Fingerprints("a test's sidecar".getBytes(StandardCharsets.US_ASCII));
        trail = new AuditTrail(options(settings.audit()), audit, fingerprints, InstantSource.system());
        try {
            settings.checkReviewsHaveAPlane(true);
            engine = Engine.build(
                    settings,
                    new EngineParts(builder.factories, transport, builder.reviews.apply(plane), trail, fingerprints));
            engine.bind();
        } catch (ConfigException | BindFailure | RuntimeException e) {
            closeParts();
            throw e;
        }
    }

    private static AuditOptions options(AuditSettings settings) {
        return new AuditOptions(
                settings.failOpen(),
                settings.redactStatements(),
                settings.maxStatementBytes(),
                settings.memoryBuffer());
    }

    /**
     * Starts a sidecar with the protocols on the class path.
     *
     * @param yaml the text of a {@code config.yaml}
     * @throws AssertionError when the configuration does not load or an address cannot be bound; it says why
     */
    public static TestSidecar start(String yaml) {
        return builder().start(yaml);
    }

    /** Starts where defaults do not fit. */
    public static Builder builder() {
        return new Builder();
    }

    /** What a sidecar is made of beyond its configuration. */
    public static final class Builder {

        private List<ListenerFactory<?>> factories = ListenerFactories.load(TestSidecar.class.getClassLoader());
        private Function<ScriptedControlPlane, ReviewService> reviews = ScriptedControlPlane::service;

        private Builder() {}

        /** Uses these protocols and no others. */
        public Builder protocols(ListenerFactory<?>... protocols) {
            factories = List.of(protocols);
            return this;
        }

        /** Reaches the plane by another way than in process: by a client of its HTTP API, for example. */
        public Builder reviews(Function<ScriptedControlPlane, ReviewService> way) {
            reviews = way;
            return this;
        }

        /** See {@link TestSidecar#start(String)}. */
        public TestSidecar start(String yaml) {
            try {
                return new TestSidecar(new SettingsReader(factories).read("test", yaml), this);
            } catch (ConfigException | BindFailure e) {
                throw new AssertionError(
                        "the sidecar does not start: " + e.getMessage() + "\nconfiguration:\n" + yaml, e);
            }
        }
    }

    /** Where a listener listens. */
    public InetSocketAddress address(String listener) {
        RunningListener running = engine.running().stream()
                .filter(one -> one.name().equals(listener))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no listener " + listener + " in " + engine.running()));
        if (running.address() instanceof Address.Tcp tcp) {
            return new InetSocketAddress(tcp.host(), tcp.port());
        }
        throw new AssertionError("the listener " + listener + " has no TCP address");
    }

    /** Where a listener listens, {@code host:port}. */
    public String hostAndPort(String listener) {
        InetSocketAddress address = address(listener);
        return address.getHostString() + ":" + address.getPort();
    }

    /** The plane: its reviews, and its troubles. */
    public ScriptedControlPlane plane() {
        return plane;
    }

    /** What was recorded. */
    public AuditLog audit() {
        return audit;
    }

    /** Stops it as a shutdown would; done with the number of connections that were cut off. */
    public CompletionStage<Integer> drain(Duration deadline) {
        return engine.drain(deadline);
    }

    /** How many client connections a listener has now. */
    public long connections(String listener) {
        return counters(listener).active();
    }

    /** What became of a listener's connections so far. */
    public ListenerCounters counters(String listener) {
        return engine.stats().stream()
                .filter(stats -> stats.name().equals(listener))
                .findFirst()
                .map(ListenerStats::connections)
                .orElseThrow(() -> new AssertionError("no listener " + listener));
    }

    /** How many bytes its connections' buffers take now, unused ends of their chunks included. */
    public long bufferedBytes() {
        return ((PooledByteBufAllocator) transport.allocator()).metric().usedDirectMemory();
    }

    @Override
    public void close() {
        audit.fail(false);
        audit.resume();
        Eventually.get(engine.drain(DRAIN), Eventually.SOON, "the sidecar's end");
        engine.close();
        closeParts();
    }

    private void closeParts() {
        trail.close();
        transport.close();
        plane.close();
    }
}
