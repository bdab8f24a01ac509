package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A stream lasts no longer than what let its reader in. */
@OnEachStorage
class StreamEndTest {

    private final TestPlane plane;

    StreamEndTest(TestPlane plane) {
        this.plane = plane;
    }

    @Test
    void whoIsShutOutHearsNoMore() throws Exception {
        PlaneClient client = plane.withDee().client;
        String made = client.asPerson(ANA, "POST", "/api/tokens", "{\"name\":\"watch\"}")
                .json()
                .toString();
        String registered = client.asPerson(DEE, "POST", "/api/sidecars", "{\"name\":\"reports\"}")
                .json()
                .toString();
        try (EventReader revoked = EventReader.ofPerson(plane.client, token(made));
                EventReader stays = EventReader.ofPerson(plane.client, ANA);
                EventReader disabled = EventReader.ofSidecar(plane.client, token(registered))) {
            String id = made.replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
            client.asPerson(ANA, "DELETE", "/api/tokens/" + id, "");
            client.asPerson(DEE, "PATCH", "/api/sidecars/reports", "{\"disabled\":true}");
            revoked.awaitEnd();
            disabled.awaitEnd();
            client.file(PAYMENTS, "DROP");
            assertThat(stays.next().name()).isEqualTo("filed");
            assertThat(revoked.isEmpty()).isTrue();
        }
    }

    private static SecretToken token(String json) {
        return SecretToken.of(json.replaceAll(".*\"token\":\"([^\"]+)\".*", "$1"));
    }
}
