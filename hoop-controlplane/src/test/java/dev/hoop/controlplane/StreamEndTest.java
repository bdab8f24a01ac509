package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream lasts no longer than what let its reader in. */
class StreamEndTest {

    @TempDir
    private Path directory;

    @Test
    void whoIsShutOutHearsNoMore() throws Exception {
        SecretToken dee = SecretToken.random();
        try (TestPlane plane = TestPlane.start(directory)) {
            PlaneClient client = plane.client;
            plane.plane.ensureUser(
                    new PlaneUser("dee@example.com", "Dee", List.of(), Set.of(Capability.ADMIN), Optional.of(dee)));
            String made = client.asPerson(ANA, "POST", "/api/tokens", "{\"name\":\"watch\"}")
                    .json()
                    .toString();
            String registered = client.asPerson(dee, "POST", "/api/sidecars", "{\"name\":\"reports\"}")
                    .json()
                    .toString();
            try (EventReader revoked = EventReader.ofPerson(plane.client, token(made));
                    EventReader stays = EventReader.ofPerson(plane.client, ANA);
                    EventReader disabled = EventReader.ofSidecar(plane.client, token(registered))) {
                String id = made.replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
                client.asPerson(ANA, "DELETE", "/api/tokens/" + id, "");
                client.asPerson(dee, "PATCH", "/api/sidecars/reports", "{\"disabled\":true}");
                revoked.awaitEnd();
                disabled.awaitEnd();
                client.file(PAYMENTS, "DROP");
                assertThat(stays.next().name()).isEqualTo("filed");
                assertThat(revoked.isEmpty()).isTrue();
            }
        }
    }

    private static SecretToken token(String json) {
        return SecretToken.of(json.replaceAll(".*\"token\":\"([^\"]+)\".*", "$1"));
    }
}
