package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a database beyond a network does. */
class PostgresTest {

    @TempDir
    private Path directory;

    @Test
    void aDatabaseThatGoesAwayIs503UntilItIsBack() throws Exception {
        try (Cable cable = new Cable(StorageKind.Postgres.server().address());
                TestPlane plane = TestPlane.start(over(cable), new HandClock());
                EventReader people = EventReader.ofPerson(plane.client, ANA)) {
            PlaneClient client = plane.client;
            String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
            client.approve(ANA, id);

            cable.cut();
            Answer away = client.claim(PAYMENTS, id);
            assertThat(away.status()).isEqualTo(503);
            assertThat(away.message()).contains("database does not answer");
            assertThat(client.approve(ANA, id).status()).isEqualTo(503);
            assertThat(client.send(client.request("/healthz"), "GET", "").status())
                    .isEqualTo(503);

            cable.mend();
            people.awaitEnd();
            Eventually.await(() -> claimed(client, id), Eventually.SOON, "the claim once the database is back");
            assertThat(client.claim(PAYMENTS, id).forward()).isFalse();
        }
    }

    private static boolean claimed(PlaneClient client, String id) {
        try {
            Answer answer = client.claim(PAYMENTS, id);
            assertThat(answer.status()).isIn(200, 503);
            return answer.forward();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ControlPlaneSettings over(Cable cable) {
        StorageSettings direct = StorageKind.POSTGRESQL.at(directory);
        String url = direct.url().replace(StorageKind.Postgres.server().hostAndPort(), "127.0.0.1:" + cable.port());
        return TestPlane.settings(directory, List.of(ApprovalRule.ofGroup("billing-approvers", "billing")))
                .withStorage(StorageSettings.of(url));
    }

    @Test
    void aStartWithTheDatabaseAwayFailsPlainly() throws Exception {
        int port;
        try (Cable cable = new Cable(StorageKind.Postgres.server().address())) {
            port = cable.port();
        }
        StorageSettings away = StorageSettings.of("jdbc:postgresql://127.0.0.1:" + port + "/hoop?user=hoop")
                .withPassword(SecretText.of("a secret that nobody is to see"));
        ControlPlaneSettings settings = TestPlane.settings(directory, List.of()).withStorage(away);
        assertThatThrownBy(() -> ControlPlane.start(settings))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the database 127.0.0.1:" + port + "/hoop cannot be used: ")
                .hasMessageNotContaining("a secret");
        assertThatThrownBy(() -> DecisionLogCheck.check(away, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be used");
    }

    /** PostgreSQL's texts have no such character, SQLite's do. */
    @Test
    void aCharacterThatCannotBeKeptIsTheCallersMistake() throws Exception {
        try (TestPlane plane = TestPlane.start(directory, StorageKind.POSTGRESQL)) {
            ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", "SELECT 1");
            filing.withObject("/requester").put("subject", "agent\u00007");
            Answer answer = plane.client.file(PAYMENTS, filing);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(plane.client.file(PAYMENTS, "SELECT 1").status()).isEqualTo(201);
        }
    }

    @Test
    void whatIsCommittedIsOnDiskWhateverTheServersSettingsSay() throws Exception {
        try (TestPlane plane = TestPlane.start(directory, StorageKind.POSTGRESQL)) {
            assertThat(plane.client.file(PAYMENTS, "SELECT 1").status()).isEqualTo(201);
        }
        StorageSettings lax =
                StorageSettings.of(StorageKind.POSTGRESQL.at(directory).url() + "&options=-c%20synchronous_commit=off");
        try (Database database = Database.open(lax)) {
            String durable = database.read(handle -> handle.createQuery("SHOW synchronous_commit")
                    .mapTo(String.class)
                    .one());
            assertThat(durable).isEqualTo("on");
        }
    }
}
