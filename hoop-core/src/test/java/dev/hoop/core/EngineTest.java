package dev.hoop.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.config.ConfigException;
import dev.hoop.core.audit.AuditDestination;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.BindFailure;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.settings.SettingsReader;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {

    private static final Duration NO_LIMIT = Duration.ofMinutes(5);

    private final LineProtocol protocol = new LineProtocol();
    private final Transport transport = Transport.open();
    private final Fingerprints fingerprints = new Fingerprints(new byte[] {1});
    private final Path auditFile;
    private final AuditTrail trail;

    EngineTest(@TempDir Path directory) throws IOException {
        auditFile = directory.resolve("audit.jsonl");
        trail = AuditTrail.open(new AuditDestination.File(auditFile), AuditOptions.DEFAULT, fingerprints);
    }

    @AfterEach
    void end() {
        trail.close();
        transport.close();
    }

    private Engine build(String yaml) throws ConfigException {
        return Engine.build(
                new SettingsReader(List.of(protocol)).read("test.yaml", yaml),
                new EngineParts(List.of(protocol), transport, new NoReviews(), trail, fingerprints));
    }

    private static String listener(String name, int port, int depth) {
        return "- {name: " + name + ", protocol: line, listen: '127.0.0.1:" + port
                + "', upstream: '127.0.0.1:1', line: {depth: " + depth + "}}\n";
    }

    @Test
    void servesEveryListenerAndTellsItsRealAddress() throws Exception {
        try (Engine engine = build("listeners:\n" + listener("one", 0, 1) + listener("two", 0, 1))) {
            assertThat(engine.running()).isEmpty();

            engine.bind();

            assertThat(engine.running()).extracting(RunningListener::name).containsExactly("one", "two");
            for (RunningListener running : engine.running()) {
                assertThat(running.protocol()).isEqualTo("line");
                Address.Tcp address = (Address.Tcp) running.address();
                try (Socket client = new Socket(address.host(), address.port())) {
                    client.getOutputStream().write('x');
                    assertThat(client.getInputStream().read()).isEqualTo('x');
                }
            }
            assertThat(engine.stats())
                    .extracting(stats -> stats.connections().accepted())
                    .containsExactly(1L, 1L);
            Eventually.get(engine.drain(NO_LIMIT), Eventually.SOON, "drained");
        }
        assertThat(protocol.closed).hasValue(2);
    }

    @Test
    void recordsSessions() throws Exception {
        try (Engine engine = build("listeners:\n" + listener("one", 0, 1))) {
            engine.bind();
            Address.Tcp address = (Address.Tcp) engine.running().get(0).address();
            try (Socket client = new Socket(address.host(), address.port())) {
                client.getOutputStream().write('x');
                assertThat(client.getInputStream().read()).isEqualTo('x');
            }
            Eventually.get(engine.drain(NO_LIMIT), Eventually.SOON, "drained");
        }
        trail.close();
        assertThat(Files.readAllLines(auditFile))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("\"listener\":\"one\""))
                .anySatisfy(line -> assertThat(line).contains("\"event\":\"session.opened\"", "\"protocol\":\"line\""))
                .anySatisfy(line -> assertThat(line).contains("\"event\":\"session.closed\""));
    }

    @Test
    void bindsAllOrNone() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int free = probe.getLocalPort();
            probe.close();
            Engine engine = build("listeners:\n" + listener("one", free, 1) + listener("two", taken.getLocalPort(), 1));

            assertThatThrownBy(engine::bind)
                    .isInstanceOf(BindFailure.class)
                    .hasMessageContaining("listener two: cannot listen on 127.0.0.1:" + taken.getLocalPort());

            assertThat(engine.running()).isEmpty();
            assertThatThrownBy(() -> new Socket("127.0.0.1", free)).isInstanceOf(IOException.class);
            engine.close();
        }
    }

    @Test
    void tellsOfEveryListenerThatCannotWorkWithItsPlace() {
        String yaml = "listeners:\n" + listener("one", 0, 13) + listener("two", 0, 1) + listener("three", 0, 13);

        assertThatThrownBy(() -> build(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("test.yaml:2:")
                .hasMessageContaining("listener `one`: a depth of 13 cannot work; write another number")
                .hasMessageContaining("test.yaml:4:")
                .hasMessageContaining("listener `three`");
        assertThat(protocol.created).hasValue(1);
        assertThat(protocol.closed).hasValue(1);
    }

    @Test
    void namesBothPlacesOfAProtocolThatIsThereTwice() {
        assertThatThrownBy(() -> ListenerFactories.checkUnique(List.of(protocol, new LineProtocol())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the protocol line is on the class path twice, in ")
                .hasMessageContaining(LineProtocol.class.getName())
                .hasMessageContaining("test-classes");
    }

    /** Nothing here asks for a review. */
    private static final class NoReviews implements ReviewService {
        @Override
        public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
            return none();
        }

        @Override
        public CompletionStage<ReviewAnswer> claim(ReviewId id) {
            return none();
        }

        @Override
        public CompletionStage<Review> status(ReviewId id) {
            return none();
        }

        @Override
        public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
            return none();
        }

        @Override
        public Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
            return () -> {};
        }

        private static <T> CompletionStage<T> none() {
            return CompletableFuture.failedFuture(new ReviewFailure(ReviewFailure.Kind.NO_PLANE, "no plane"));
        }
    }
}
