package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.CY;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StorageKind.class)
class StreamTest {

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    @Test
    void aSidecarHearsOfItsOwnReviewsAndPeopleOfAll() throws Exception {
        try (TestPlane plane = TestPlane.start(directory, storage);
                EventReader payments = sidecar(plane, PAYMENTS);
                EventReader ledger = sidecar(plane, LEDGER);
                EventReader people = new EventReader(
                        plane.client,
                        plane.client.request("/api/reviews/stream").header("authorization", "Bearer " + CY.value()))) {
            PlaneClient client = plane.client;
            String one = client.file(PAYMENTS, "DROP TABLE one").id();
            assertThat(people.next()).hasToString("filed " + one + " PENDING");
            client.approve(ANA, one);
            EventReader.Event decided = payments.next();
            assertThat(decided).hasToString("decided " + one + " APPROVED");
            assertThat(decided.data())
                    .isEqualTo(client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/" + one, "")
                            .json());
            assertThat(people.next().data().path("summary").asText()).isEqualTo("DROP TABLE one");
            client.claim(PAYMENTS, one);
            assertThat(payments.next()).hasToString("executed " + one + " EXECUTED");
            assertThat(people.next()).hasToString("executed " + one + " EXECUTED");

            String two = client.file(LEDGER, "DROP TABLE two").id();
            assertThat(people.next()).hasToString("filed " + two + " PENDING");
            plane.clock.advance(Duration.ofMinutes(30));
            assertThat(ledger.next()).hasToString("expired " + two + " EXPIRED");
            assertThat(people.next()).hasToString("expired " + two + " EXPIRED");
            assertThat(payments.isEmpty()).isTrue();
        }
    }

    @Test
    void aStopOfThePlaneEndsTheStreams() throws Exception {
        TestPlane plane = TestPlane.start(directory, storage);
        EventReader reader = sidecar(plane, PAYMENTS);
        plane.close();
        reader.close();
        assertThat(reader.isEmpty()).isTrue();
    }

    private static EventReader sidecar(TestPlane plane, SecretToken token) throws Exception {
        return new EventReader(
                plane.client,
                plane.client.request("/api/sidecars/reviews/stream").header("hoop-sidecar-token", token.value()));
    }
}
