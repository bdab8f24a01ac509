package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.EVE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.HookServer.Post;
import dev.hoop.controlplane.internal.store.MigrationSteps;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A plane goes on with what every released version kept. What a version kept first is in {@code vN-data.sql}. */
@ParameterizedClass
@EnumSource(StorageKind.class)
class MigrationTest {

    private static final Path DATA = Path.of("src/test/resources/dev/hoop/controlplane");
    private static final String REVIEWS = "/api/reviews/00000000-0000-4000-8000-00000000000";

    private static final SecretToken SESSION = SecretToken.random();
    private static final SecretToken REPORTS = SecretToken.random();

    /** Tables that a version begins anew, on purpose: nobody misses what they held before. */
    private static final Map<String, String> BEGUN_ANEW = Map.of("sessions", "3");

    /** Columns that number rows, of tables that were made anew in the same order. */
    private static final Map<String, String> NUMBERED_ANEW = Map.of("notifications", "seq");

    private static final TableRows NO_TABLE = new TableRows(List.of(), List.of());

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    private StorageSettings settings = StorageSettings.sqlite(Path.of("none"));

    @BeforeEach
    void empty() {
        settings = storage == StorageKind.SQLITE
                ? StorageSettings.sqlite(directory.resolve("hoop.db"))
                : StorageKind.Postgres.empty();
    }

    @Test
    void theFirstVersionsDataStays() throws Exception {
        MigrationSteps.to("1", settings);
        fill("1", Map.of());
        try (TestPlane now = started(Notifications.NONE)) {
            JsonNode list =
                    now.client.asPerson(ANA, "GET", "/api/reviews", "").json().path("reviews");
            assertThat(list.findValuesAsText("status")).containsExactly("REJECTED", "PENDING", "EXECUTED");
            requireItsReviewsWork(now.client);
        }
        assertThat(DecisionLogCheck.check(settings, Optional.empty()))
                .isInstanceOf(DecisionLogCheck.Result.Sound.class);
    }

    @Test
    void whatEveryVersionKeptStaysAndWorks() throws Exception {
        try (HookServer hooks = new HookServer()) {
            Map<String, Map<String, TableRows>> kept = new LinkedHashMap<>();
            for (String version : MigrationSteps.versions(settings)) {
                MigrationSteps.to(version, settings);
                fill(version, Map.of("channel", channel(hooks.url("/"))));
                kept.put(version, TableRows.of(settings));
                requireFilled(version, kept.get(version));
            }
            Map<String, TableRows> now = TableRows.of(settings);
            List<String> versions = List.copyOf(kept.keySet());
            kept.forEach((version, tables) -> tables.forEach((table, before) -> {
                boolean anew = BEGUN_ANEW.containsKey(table)
                        && versions.indexOf(version) < versions.indexOf(BEGUN_ANEW.get(table));
                if (!anew) {
                    requireKept(
                            version + " " + table,
                            before,
                            now.getOrDefault(table, NO_TABLE),
                            NUMBERED_ANEW.getOrDefault(table, ""));
                }
            }));

            try (TestPlane plane = started(Notifications.of(new NotificationChannel.Webhook(
                    hooks.url("/"),
                    SecretText.of("0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
                    new NotificationChannel.Terms(EnumSet.allOf(NotificationEvent.class), Set.of(), false))))) {
                assertThat(List.of(hooks.take(), hooks.take()).stream().map(Post::delivery))
                        .as("what was due")
                        .containsExactlyInAnyOrder("delivery-2", "delivery-3");
                requirePeopleAndFreezesWork(plane);
                requireItsReviewsWork(plane.client);
                List<String> due = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    due.add(hooks.take().event());
                }
                assertThat(due)
                        .as("what is due now")
                        .containsExactlyInAnyOrder("filed", "decided", "executed", "filed");
            }
        }
        assertThat(DecisionLogCheck.check(
                        settings, Optional.of("83307282639bd6af9e17b4f0b04cd57360c307c52f984e80f3cfcd9109500454")))
                .isInstanceOf(DecisionLogCheck.Result.Sound.class);
    }

    /** Or the data says nothing of what becomes of a table: a version that adds one adds to it, too. */
    private static void requireFilled(String version, Map<String, TableRows> tables) {
        List<String> empty = new ArrayList<>();
        tables.forEach((table, content) -> content.columns().stream()
                .filter(column -> content.rows().stream().noneMatch(row -> row.containsKey(column)))
                .forEach(column -> empty.add(table + "." + column)));
        assertThat(empty)
                .as("columns in which v" + version + "-data.sql leaves nothing")
                .isEmpty();
    }

    private static void requireKept(String what, TableRows before, TableRows now, String numbering) {
        List<String> columns = before.columns().stream()
                .filter(column -> !column.equals(numbering))
                .toList();
        assertThat(now.in(columns)).as(what).containsSubsequence(before.in(columns));
    }

    private TestPlane started(Notifications notifications) throws Exception {
        return TestPlane.start(
                TestPlane.settings(directory, List.of(ApprovalRule.ofGroup("billing-approvers", "billing")))
                        .withStorage(settings)
                        .withNotifications(notifications),
                new HandClock());
    }

    /** Those of the first version. */
    private static void requireItsReviewsWork(PlaneClient client) throws Exception {
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

    /** What came with later versions. */
    private static void requirePeopleAndFreezesWork(TestPlane plane) throws Exception {
        PlaneClient client = plane.client;
        assertThat(client.asPerson(EVE, "GET", "/api/me", "").json().path("capabilities"))
                .as("by a personal token")
                .hasSize(3);
        assertThat(client.send(client.request("/api/me").header("cookie", "hoop_session=" + SESSION.value()), "GET", "")
                        .json()
                        .path("email")
                        .asText())
                .as("by a session")
                .isEqualTo("eve@example.com");
        HttpRequest.Builder form =
                client.request("/sign-in").header("content-type", "application/x-www-form-urlencoded");
        assertThat(client.send(form, "POST", "email=eve%40example.com&password=a+long+password")
                        .status())
                .as("by a password")
                .isEqualTo(303);
        assertThat(client.asPerson(EVE, "GET", "/api/log?about=00000000-0000-4000-8000-000000000003", "")
                        .json()
                        .at("/entries/0/reason")
                        .asText())
                .isEqualTo("not on a Friday");

        JsonNode told = client.asPerson(ANA, "GET", REVIEWS + "4", "").json();
        assertThat(told.toString()).contains("reads need a look", "$1 = 4", "no-reads");
        assertThat(client.asPerson(ANA, "GET", REVIEWS + "2", "").json().toString())
                .contains("\"risk_level\":\"high\"", "changes what the path names");

        for (String agent : List.of("agent-8", "agent-9")) {
            assertThat(client.file(REPORTS, SampleReviews.filing("nightly", "billing-approvers", "SELECT 4", agent))
                            .status())
                    .as("by a sidecar's old token, as " + agent)
                    .isEqualTo(agent.equals("agent-9") ? 403 : 201);
        }
    }

    private static String channel(URI hook) throws Exception {
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(("webhook " + hook).getBytes(StandardCharsets.UTF_8));
        return "webhook-" + HexFormat.of().formatHex(digest, 0, 16);
    }

    /** With what that version kept first, if anything. */
    private void fill(String version, Map<String, String> words) throws Exception {
        Path data = DATA.resolve("v" + version + "-data.sql");
        if (!Files.exists(data)) {
            return;
        }
        String sql = Files.readString(data, StandardCharsets.UTF_8);
        Map<String, SecretToken> secrets =
                Map.of("payments", PAYMENTS, "ana", ANA, "eve", EVE, "session", SESSION, "reports", REPORTS);
        for (Map.Entry<String, SecretToken> secret : secrets.entrySet()) {
            sql = sql.replace(
                    "${" + secret.getKey() + "}",
                    HexFormat.of().formatHex(secret.getValue().sha256()));
        }
        for (Map.Entry<String, String> word : words.entrySet()) {
            sql = sql.replace("${" + word.getKey() + "}", word.getValue());
        }
        sql = sql.replaceAll("<<([0-9a-f]+)>>", storage == StorageKind.SQLITE ? "x'$1'" : "decode('$1', 'hex')")
                .replaceAll("(?m)^--.*", "");
        try (Connection connection = DriverManager.getConnection(settings.url());
                Statement statement = connection.createStatement()) {
            for (String each : sql.split(";\n")) {
                statement.execute(each);
            }
        }
    }
}
