package dev.hoop.controlplane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.plane.Trouble;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartTest {

    private static final Optional<ConfigDocument> FILE = Optional.of(new ConfigDocument("{\"listeners\":[]}"));

    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private final PlaneClient client = Planes.client(plane.uri(), Planes.PATIENT, Planes.STREAM_ONLY);

    @AfterEach
    void close() {
        client.close();
        plane.close();
    }

    @Test
    void runsFromWhatThePlaneKeeps() throws Exception {
        plane.configuration("{\"log_level\":\"debug\"}");

        assertThat(client.start(FILE))
                .isEqualTo(new StartConfiguration.FromPlane(new ConfigDocument("{\"log_level\":\"debug\"}")));
        assertThat(client.start(Optional.empty())).isInstanceOf(StartConfiguration.FromPlane.class);
    }

    @Test
    void givesAnEmptyPlaneTheFilesConfiguration() throws Exception {
        assertThat(client.start(FILE)).isEqualTo(new StartConfiguration.FromPlane(FILE.orElseThrow()));

        assertThat(plane.configuration()).contains("{\"listeners\":[]}");
        assertThat(plane.handshakes()).isEqualTo(2);
    }

    @Test
    void withoutAConfigurationAnywhereItDoesNotStart() {
        assertThatThrownBy(() -> client.start(Optional.empty()))
                .isInstanceOf(PlaneStartException.class)
                .hasMessageContaining("no configuration for this sidecar")
                .hasMessageContaining("add listeners to the file");
    }

    @Test
    void aPlaneThatIsAwayCostsReviewsOnly() throws Exception {
        for (Trouble trouble : List.of(Trouble.DOWN, Trouble.FAILING, Trouble.LOSES_ANSWERS)) {
            plane.trouble(trouble);

            assertThat(client.start(FILE))
                    .isEqualTo(new StartConfiguration.FromFile(StartConfiguration.Why.PLANE_UNREACHABLE));
            assertThatThrownBy(() -> client.start(Optional.empty())).isInstanceOf(PlaneStartException.class);
        }
    }

    @Test
    void aPlaneThatSaysNoStopsTheStart() {
        for (Trouble trouble : List.of(Trouble.UNAUTHORIZED, Trouble.TOO_OLD, Trouble.GARBAGE, Trouble.REFUSES)) {
            plane.trouble(trouble);

            assertThatThrownBy(() -> client.start(FILE))
                    .isInstanceOf(PlaneStartException.class)
                    .hasMessageStartingWith("the handshake with the control plane failed: ")
                    .hasMessageNotContaining(ScriptedControlPlane.TOKEN);
        }
    }

    @Test
    void heartbeatsTellOfAnotherConfigurationAndSurviveTrouble() throws Exception {
        List<String> changes = new CopyOnWriteArrayList<>();
        plane.configuration("{\"a\":1}");
        PlaneSettings settings = Planes.settings(plane.uri(), Planes.PATIENT);
        try (PlaneThreads threads = new PlaneThreads()) {
            PlaneHttp http = new PlaneHttp(settings, threads, new ContactLog(Clock.systemUTC()));
            new Heartbeat(
                            new Handshake(http, settings),
                            threads,
                            Duration.ofMillis(1),
                            Duration.ofMillis(5),
                            Optional.of(new ConfigDocument("{\"a\":1}")),
                            document -> changes.add(document.json()))
                    .plan();
            Eventually.await(() -> plane.handshakes() > 3, Eventually.SOON, "heartbeats");
            assertThat(changes).isEmpty();

            plane.trouble(Trouble.UNAUTHORIZED);
            plane.configuration("{\"a\":2}");
            plane.trouble(Trouble.NONE);
            Eventually.await(() -> !changes.isEmpty(), Eventually.SOON, "the new configuration");
            int beats = plane.handshakes();
            Eventually.await(() -> plane.handshakes() > beats + 3, Eventually.SOON, "more heartbeats");
            assertThat(changes).containsExactly("{\"a\":2}");
        }
    }

    @Test
    void beatsEvery48To72Seconds() {
        assertThat(Heartbeat.SHORTEST).isEqualTo(Duration.ofSeconds(48));
        assertThat(Heartbeat.LONGEST).isEqualTo(Duration.ofSeconds(72));
    }
}
