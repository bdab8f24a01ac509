package dev.hoop.sidecar.run;

import dev.hoop.config.ConfigException;
import dev.hoop.controlplane.client.NoPlane;
import dev.hoop.controlplane.client.PlaneClient;
import dev.hoop.controlplane.client.PlaneHealth;
import dev.hoop.controlplane.client.PlaneToken;
import dev.hoop.core.Engine;
import dev.hoop.core.EngineParts;
import dev.hoop.core.audit.AuditDestination;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditSink;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.audit.RecentRecords;
import dev.hoop.core.relay.BindFailure;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.settings.AuditSettings;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.review.ReviewService;
import dev.hoop.sidecar.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sidecar with everything it owns. Made, bound and closed by one thread. */
public final class Sidecar implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Sidecar.class);

    /** How long what is in flight may take on shutdown: orchestrators commonly kill after 30 s. */
    private static final Duration DRAIN = Duration.ofSeconds(25);

    private static final int RANDOM_KEY_BYTES = 32;

    private final ConfigFile config;
    private final Optional<PlaneClient> plane;
    private final ReviewService reviews;
    private final AuditTrail trail;
    private final Optional<RecentRecords> recent;
    private final Transport transport;
    private final Engine engine;

    private Sidecar(
            ConfigFile config,
            Optional<PlaneClient> plane,
            ReviewService reviews,
            AuditTrail trail,
            Optional<RecentRecords> recent,
            Transport transport,
            Engine engine) {
        this.config = config;
        this.plane = plane;
        this.reviews = reviews;
        this.trail = trail;
        this.recent = recent;
        this.transport = transport;
        this.engine = engine;
    }

    /**
     * A connection to the plane.
     *
     * @param client closed with the sidecar
     * @param token the sidecar's credential, which also keys the marks of secrets
     */
    public record Plane(PlaneClient client, PlaneToken token) {}

    /**
     * Builds everything without opening a listener.
     *
     * @throws Failure when it cannot work; then nothing is left open but the plane's client
     */
    public static Sidecar build(ConfigFile config, List<ListenerFactory<?>> factories, Optional<Plane> plane) {
        Fingerprints fingerprints = new Fingerprints(plane.map(Plane::token)
                .map(token -> token.value().getBytes(StandardCharsets.UTF_8))
                .orElseGet(Sidecar::randomKey));
        AuditSettings audit = config.settings().audit();
        AuditSink sink = sink(audit);
        // Nobody can ask for what a sidecar without admin endpoints remembers.
        Optional<RecentRecords> recent =
                config.settings().adminListen().map(unused -> new RecentRecords(sink, audit.memoryBuffer()));
        AuditTrail trail = trail(audit, recent.<AuditSink>map(kept -> kept).orElse(sink), fingerprints);
        Transport transport = transport();
        try {
            config.settings().checkReviewsHaveAPlane(plane.isPresent());
            ReviewService reviews =
                    plane.<ReviewService>map(known -> known.client().reviews()).orElseGet(NoPlane::new);
            Engine engine = Engine.build(
                    config.settings(), new EngineParts(factories, transport, reviews, trail, fingerprints));
            return new Sidecar(config, plane.map(Plane::client), reviews, trail, recent, transport, engine);
        } catch (ConfigException e) {
            transport.close();
            trail.close();
            throw ConfigFile.refused(e);
        }
    }

    private static byte[] randomKey() {
        byte[] key = new byte[RANDOM_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    private static Transport transport() {
        try {
            return Transport.open();
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private static AuditSink sink(AuditSettings settings) {
        try {
            return AuditDestination.parse(settings.file()).open(settings.memoryBuffer());
        } catch (IOException e) {
            throw new Failure("the audit trail cannot be opened: " + e.getMessage(), e);
        }
    }

    private static AuditTrail trail(AuditSettings settings, AuditSink sink, Fingerprints fingerprints) {
        AuditOptions options = new AuditOptions(
                settings.failOpen(),
                settings.redactStatements(),
                settings.maxStatementBytes(),
                settings.memoryBuffer());
        return new AuditTrail(options, sink, fingerprints, InstantSource.system());
    }

    /**
     * Accepts on every listener.
     *
     * @throws Failure when one cannot be bound; none is then
     */
    public void bind() {
        try {
            engine.bind();
        } catch (BindFailure e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    public ConfigFile config() {
        return config;
    }

    /** The reviews of this sidecar. */
    public ReviewService reviews() {
        return reviews;
    }

    public Engine engine() {
        return engine;
    }

    public AuditTrail.Counts auditCounts() {
        return trail.counts();
    }

    /** The last records; empty without admin endpoints. */
    public Optional<RecentRecords> recentRecords() {
        return recent;
    }

    /** How the conversation with the plane goes; empty without a plane. */
    public Optional<PlaneHealth> planeHealth() {
        return plane.map(PlaneClient::health);
    }

    /** Stops accepting, ends holds with a clear error, and lets what is in flight finish. Blocks until that is done. */
    public void drain() {
        long started = System.nanoTime();
        try {
            int cut = engine.drain(DRAIN).toCompletableFuture().get(DRAIN.toSeconds() + 5, TimeUnit.SECONDS);
            LOG.info(
                    "event=drained cut_off={} took_ms={}",
                    cut,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("event=drain_incomplete", e);
        }
    }

    /** Frees everything at once and flushes the audit trail; {@link #drain} comes before it. */
    @Override
    public void close() {
        engine.close();
        plane.ifPresent(PlaneClient::close);
        trail.close();
        transport.close();
    }
}
