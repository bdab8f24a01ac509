package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A runaway agent does not bury what others ask. */
class FilingLimitsTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void onlySoManyWaitOfOneRequesterAndOfOneSidecar(StorageKind storage) throws Exception {
        try (TestPlane plane = start(storage, new FilingLimits(4, 2, 100, 100))) {
            String first = file(plane, "agent-7", "one").id();
            assertThat(file(plane, "Agent-7", "two").status()).isEqualTo(201);
            Answer refused = file(plane, "agent-7", "three");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.json().path("kind").asText()).isEqualTo("too_many");
            assertThat(refused.message()).contains("too many reviews of this requester wait: 2 are allowed");
            assertThat(refused.response().headers().firstValue("retry-after")).hasValue("60");
            assertThat(file(plane, "agent-7", "one").status())
                    .as("what waits may be asked for again")
                    .isEqualTo(200);
            assertThat(file(plane, "agent-8", "three").status()).isEqualTo(201);
            assertThat(file(plane, "agent-9", "four").status()).isEqualTo(201);
            assertThat(file(plane, "agent-9", "five").message()).contains("of this sidecar wait: 4 are allowed");
            assertThat(plane.client.file(LEDGER, "one").status())
                    .as("another sidecar has room of its own")
                    .isEqualTo(201);
            plane.client.approve(ANA, first);
            assertThat(file(plane, "agent-7", "five").status())
                    .as("what is decided makes room")
                    .isEqualTo(201);
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlySoManyAreFiledInAMinute(StorageKind storage) throws Exception {
        try (TestPlane plane = start(storage, new FilingLimits(100, 100, 3, 2))) {
            for (String statement : List.of("one", "two")) {
                String id = file(plane, "agent-7", statement).id();
                plane.client.decide(ANA, id, "REJECTED");
            }
            Answer refused = file(plane, "agent-7", "three");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.message()).contains("filed by this requester: 2 are allowed in a minute");
            assertThat(file(plane, "agent-8", "three").status()).isEqualTo(201);
            assertThat(file(plane, "agent-9", "four").message()).contains("filed by this sidecar: 3 are allowed");
            plane.clock.advance(Duration.ofMinutes(1));
            assertThat(file(plane, "agent-7", "three").status()).isEqualTo(200);
            assertThat(file(plane, "agent-7", "four").status()).isEqualTo(201);
        }
    }

    @Test
    void whoHasNoNameIsCountedByTheirHost() throws Exception {
        try (TestPlane plane = start(StorageKind.SQLITE, new FilingLimits(100, 1, 100, 100))) {
            assertThat(nameless(plane, "10.0.3.7:51234", "one").status()).isEqualTo(201);
            assertThat(nameless(plane, "10.0.3.7:51235", "two").status()).isEqualTo(429);
            assertThat(nameless(plane, "10.0.3.8:51234", "two").status()).isEqualTo(201);
        }
    }

    @Test
    void aLimitIsSomething() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FilingLimits(0, 1, 1, 1))
                .withMessageContaining("write 1 to");
    }

    private TestPlane start(StorageKind storage, FilingLimits limits) throws Exception {
        ControlPlaneSettings settings = TestPlane.settings(
                        directory, List.of(ApprovalRule.ofGroup("billing-approvers", "billing")))
                .withStorage(storage.at(directory))
                .withAccess(AccessSettings.defaults().withFiling(limits));
        return TestPlane.start(settings, new HandClock());
    }

    private static Answer file(TestPlane plane, String subject, String statement) throws Exception {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
        filing.putObject("requester")
                .put("subject", subject)
                .put("peer_addr", "x:1")
                .put("method", "m");
        return plane.client.file(PAYMENTS, filing);
    }

    private static Answer nameless(TestPlane plane, String peer, String statement) throws Exception {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
        filing.putObject("requester").put("peer_addr", peer).put("method", "peer");
        return plane.client.file(PAYMENTS, filing);
    }
}
