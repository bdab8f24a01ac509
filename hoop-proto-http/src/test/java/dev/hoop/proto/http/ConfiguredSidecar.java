package dev.hoop.proto.http;

import dev.hoop.config.ConfigException;
import dev.hoop.core.Engine;
import dev.hoop.core.EngineParts;
import dev.hoop.core.ListenerFactories;
import dev.hoop.core.audit.AuditDestination;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.BindFailure;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.settings.SettingsReader;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.review.ReviewService;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http.RawHttpUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One HTTP listener as users configure it, behind the real engine, gate and audit trail. */
final class ConfiguredSidecar implements AutoCloseable {

    private final Transport transport = Transport.open();
    private final Path auditFile;
    private final AuditTrail trail;
    private final Engine engine;
    private final InetSocketAddress address;

    private ConfiguredSidecar(Path directory, RawHttpUpstream upstream, ReviewService reviews, String more)
            throws IOException, ConfigException, BindFailure {
        Fingerprints fingerprints = new Fingerprints(new byte[] {1});
        auditFile = Files.createTempFile(directory, "audit", ".jsonl");
        trail = AuditTrail.open(new AuditDestination.File(auditFile), AuditOptions.DEFAULT, fingerprints);
        List<ListenerFactory<?>> factories = ListenerFactories.load(ConfiguredSidecar.class.getClassLoader());
        String yaml = """
                control_plane_url: http://127.0.0.1:1
                listeners:
                  - name: billing-api
                    protocol: http
                    listen: 127.0.0.1:0
                    upstream: %s
                """.formatted(upstream.hostAndPort()) + more.indent(4);
        engine = Engine.build(
                new SettingsReader(factories).read("test.yaml", yaml),
                new EngineParts(factories, transport, reviews, trail, fingerprints));
        engine.bind();
        Address.Tcp bound = (Address.Tcp) engine.running().get(0).address();
        address = new InetSocketAddress(bound.host(), bound.port());
    }

    /** @param more further keys of the listener, as YAML without indentation */
    static ConfiguredSidecar start(Path directory, RawHttpUpstream upstream, ReviewService reviews, String more)
            throws IOException, ConfigException, BindFailure {
        return new ConfiguredSidecar(directory, upstream, reviews, more);
    }

    RawConnection connect() throws IOException {
        return RawHttpClient.connect(address);
    }

    InetSocketAddress address() {
        return address;
    }

    URI uri(String scheme, String target) {
        return URI.create(scheme + "://127.0.0.1:" + address.getPort() + target);
    }

    Engine engine() {
        return engine;
    }

    /** The audit trail so far. */
    String audit() {
        try {
            return Files.readString(auditFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        engine.drain(Duration.ZERO).toCompletableFuture().join();
        engine.close();
        transport.close();
        trail.close();
    }
}
