package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.CY;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
                EventReader payments = EventReader.ofSidecar(plane.client, PAYMENTS);
                EventReader ledger = EventReader.ofSidecar(plane.client, LEDGER);
                EventReader people = EventReader.ofPerson(plane.client, CY)) {
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
    void whatIsFrozenIsHeardByPeople() throws Exception {
        try (TestPlane plane = TestPlane.start(directory, storage);
                EventReader payments = EventReader.ofSidecar(plane.client, PAYMENTS);
                EventReader people = EventReader.ofPerson(plane.client, CY)) {
            PlaneClient client = plane.client;
            JsonNode freeze = client.asPerson(
                            ANA, "POST", "/api/freezes", "{\"requester\":\"agent-7\",\"reason\":\"it loops\"}")
                    .json();
            EventReader.Event frozen = people.next();
            assertThat(frozen.name()).isEqualTo("frozen");
            assertThat(frozen.data()).isEqualTo(freeze);
            String end = "/api/freezes/" + freeze.path("id").asText() + "/end";
            JsonNode ended =
                    client.asPerson(ANA, "POST", end, "{\"reason\":\"mended\"}").json();
            EventReader.Event unfrozen = people.next();
            assertThat(unfrozen.name()).isEqualTo("unfrozen");
            assertThat(unfrozen.data()).isEqualTo(ended);
            assertThat(client.asPerson(ANA, "POST", end, "{\"reason\":\"again\"}")
                            .status())
                    .isEqualTo(409);

            String id = client.file(PAYMENTS, "DROP").id();
            assertThat(people.next()).as("what was not done is not told").hasToString("filed " + id + " PENDING");
            client.approve(ANA, id);
            assertThat(payments.next()).as("what its own reviews are not").hasToString("decided " + id + " APPROVED");
        }
    }

    @Test
    void aStopOfThePlaneEndsTheStreams() throws Exception {
        TestPlane plane = TestPlane.start(directory, storage);
        EventReader reader = EventReader.ofSidecar(plane.client, PAYMENTS);
        plane.close();
        reader.close();
        assertThat(reader.isEmpty()).isTrue();
    }
}
