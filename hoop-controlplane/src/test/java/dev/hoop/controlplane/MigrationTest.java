package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.internal.store.MigrationSteps;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A plane goes on with what every released version kept. */
@ParameterizedClass
@EnumSource(StorageKind.class)
class MigrationTest {

    private static final Path DATA = Path.of("src/test/resources/dev/hoop/controlplane/v1-data.sql");
    private static final String REVIEWS = "/api/reviews/00000000-0000-4000-8000-00000000000";

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    @Test
    void theFirstVersionsDataStays() throws Exception {
        StorageSettings settings = storage == StorageKind.SQLITE
                ? StorageSettings.sqlite(directory.resolve("hoop.db"))
                : StorageKind.Postgres.empty();
        try (Connection connection = DriverManager.getConnection(settings.url())) {
            MigrationSteps.to("1", settings);
            fill(connection);
        }
        ControlPlaneSettings plane = TestPlane.settings(
                        directory, List.of(ApprovalRule.ofGroup("billing-approvers", "billing")))
                .withStorage(settings);
        try (TestPlane now = TestPlane.start(plane, new HandClock())) {
            PlaneClient client = now.client;
            JsonNode list =
                    client.asPerson(ANA, "GET", "/api/reviews", "").json().path("reviews");
            assertThat(list.findValuesAsText("status")).containsExactly("REJECTED", "PENDING", "EXECUTED");
            JsonNode rejected = client.asPerson(ANA, "GET", REVIEWS + "3", "").json();
            assertThat(rejected.at("/decisions/0/reason").asText()).isEqualTo("not on a Friday");
            JsonNode pending = client.asPerson(ANA, "GET", REVIEWS + "2", "").json();
            assertThat(pending.path("statement").asText()).isEqualTo("SELECT 2");
            assertThat(pending.at("/requester/subject").asText()).isEqualTo("agent-7");

            String id = pending.path("id").asText();
            assertThat(client.approve(ANA, id).status()).isEqualTo(200);
            assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
            assertThat(client.file(PAYMENTS, "SELECT 1").status())
                    .as("new ones get new numbers")
                    .isEqualTo(201);
        }
        assertThat(DecisionLogCheck.check(settings, Optional.empty()))
                .isInstanceOf(DecisionLogCheck.Result.Sound.class);
    }

    private void fill(Connection connection) throws Exception {
        String sql = Files.readString(DATA, StandardCharsets.UTF_8)
                .replace("${payments}", HexFormat.of().formatHex(PAYMENTS.sha256()))
                .replace("${ana}", HexFormat.of().formatHex(ANA.sha256()))
                .replaceAll("<<([0-9a-f]+)>>", storage == StorageKind.SQLITE ? "x'$1'" : "decode('$1', 'hex')")
                .replaceAll("(?m)^--.*", "");
        try (Statement statement = connection.createStatement()) {
            for (String each : sql.split(";\n")) {
                statement.execute(each);
            }
        }
    }
}
