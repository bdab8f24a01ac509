package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.controlplane.DecisionLogCheck.Result;
import dev.hoop.controlplane.internal.store.Actor;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.LogEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StorageKind.class)
class DecisionLogTest {

    private static final Instant NOW = Instant.parse("2026-09-29T14:02:11.500Z");

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    @Test
    void everyDecisionAndUseIsLoggedWithoutTheStatement() throws Exception {
        try (TestPlane plane = TestPlane.start(directory, storage)) {
            PlaneClient client = plane.client;
            String used = client.file(PAYMENTS, "DROP TABLE one").id();
            client.approve(ANA, used);
            client.claim(PAYMENTS, used);
            client.claim(PAYMENTS, used);
            String rejected = client.file(PAYMENTS, "DROP TABLE two").id();
            client.asPerson(
                    BO, "PUT", "/api/reviews/" + rejected, "{\"status\":\"REJECTED\",\"reason\":\"not on a Friday\"}");
            String revoked = client.file(PAYMENTS, "DROP TABLE three").id();
            client.approve(ANA, revoked);
            client.decide(BO, revoked, "REVOKED");
            client.approve(TestPlane.CY, revoked);

            List<DecisionLog.Kept> whole = log();
            List<DecisionLog.Kept> log = whole.stream()
                    .filter(kept -> kept.entry().kind().startsWith("review."))
                    .toList();
            assertThat(log.stream()
                            .map(kept ->
                                    kept.entry().kind() + " " + kept.entry().about()))
                    .containsExactly(
                            "review.revoked " + revoked,
                            "review.approved " + revoked,
                            "review.rejected " + rejected,
                            "review.executed " + used,
                            "review.approved " + used);
            LogEntry no = log.get(2).entry();
            assertThat(no.who().email()).isEqualTo("bo@example.com");
            assertThat(no.who().groups()).containsExactly("billing");
            assertThat(no.reason()).hasValue("not on a Friday");
            assertThat(no.at()).isEqualTo(NOW);
            assertThat(no.payloadSha256()).hasValue(sha256("DROP TABLE two"));
            assertThat(log.get(3).entry().who().name()).isEqualTo("sidecar payments");
            assertThat(log.toString()).doesNotContain("DROP TABLE");

            assertThat(DecisionLogCheck.check(storage.at(directory), Optional.empty()))
                    .as("while the plane runs")
                    .isEqualTo(new Result.Sound(whole.size(), log.get(0).hash()));
        }
    }

    /** The chain as docs/plane-storage.md describes it, computed by other means. */
    @Test
    void theChainIsTheOneThatIsDocumented() throws Exception {
        try (Database database = Database.open(storage.at(directory))) {
            append(database, entry("rule.written", "a rule", Optional.of("pourquoi: été")));
            append(database, entry("rule.deleted", "a rule", Optional.empty()));
        }
        String first = sha256("64:" + "0".repeat(64) + "1:1" + "13:1790690531500" + "12:rule.written" + "6:a rule"
                + "15:ana@example.com" + "3:Ana" + "3:a\nb" + "15:pourquoi: été" + "0:");
        String second = sha256("64:" + first + "1:2" + "13:1790690531500" + "12:rule.deleted" + "6:a rule"
                + "15:ana@example.com" + "3:Ana" + "3:a\nb" + "0:" + "0:");
        assertThat(DecisionLogCheck.check(storage.at(directory), Optional.of(first)))
                .isEqualTo(new Result.Sound(2, second));
    }

    @Test
    void whatWasChangedBehindThePlanesBackShows() throws Exception {
        List<String> hashes = new ArrayList<>();
        try (Database database = Database.open(storage.at(directory))) {
            for (int i = 1; i <= 5; i++) {
                append(database, entry("rule.written", "rule " + i, Optional.of("because")));
            }
            database.read(handle -> DecisionLog.list(handle, all())).forEach(kept -> hashes.add(0, kept.hash()));
        }
        unguard();
        breaks("UPDATE decision_log SET reason = 'other' WHERE seq = 3", 3, "does not fit");
        execute("UPDATE decision_log SET reason = 'because' WHERE seq = 3");
        breaks("UPDATE decision_log SET payload_sha256 = 'ff' WHERE seq = 1", 1, "does not fit");
        execute("UPDATE decision_log SET payload_sha256 = NULL WHERE seq = 1");
        breaks("UPDATE decision_log SET hash = '" + hashes.get(0) + "' WHERE seq = 2", 2, "does not fit");
        execute("UPDATE decision_log SET hash = '" + hashes.get(1) + "' WHERE seq = 2");
        breaks("UPDATE decision_log_head SET hash = '" + hashes.get(0) + "'", 5, "is not the one");
        execute("UPDATE decision_log_head SET hash = '" + hashes.get(4) + "'");
        breaks("UPDATE decision_log_head SET seq = 4, hash = '" + hashes.get(3) + "'", 5, "is behind");
        execute("UPDATE decision_log_head SET seq = 5, hash = '" + hashes.get(4) + "'");
        assertThat(check(Optional.of(hashes.get(2)))).isEqualTo(new Result.Sound(5, hashes.get(4)));
        breaks("DELETE FROM decision_log WHERE seq = 5", 5, "is missing");
        breaks("DELETE FROM decision_log WHERE seq = 2", 2, "is missing");

        execute("DELETE FROM decision_log WHERE seq <> 1");
        execute("UPDATE decision_log_head SET seq = 1, hash = '" + hashes.get(0) + "'");
        assertThat(check(Optional.empty()))
                .as("who cuts the end off and knows how, is found by a noted hash alone")
                .isEqualTo(new Result.Sound(1, hashes.get(0)));
        assertThat(check(Optional.of(hashes.get(4)))).isInstanceOf(Result.Broken.class);
    }

    @Test
    void theDatabaseRefusesChanges() throws Exception {
        try (Database database = Database.open(storage.at(directory))) {
            append(database, entry("rule.written", "a rule", Optional.empty()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> append(database, entry("No Kind", "x", Optional.empty())));
        }
        List<String> changes = new ArrayList<>(List.of(
                "UPDATE decision_log SET reason = 'x'",
                "DELETE FROM decision_log",
                "DELETE FROM decision_log_head",
                storage == StorageKind.SQLITE
                        ? "INSERT OR REPLACE INTO decision_log SELECT * FROM decision_log"
                        : "TRUNCATE decision_log"));
        for (String change : changes) {
            assertThatThrownBy(() -> execute(change))
                    .as(change)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("only added to");
        }
        assertThat(check(Optional.empty())).isInstanceOf(Result.Sound.class);
    }

    @Test
    void appendsAtOnceAreOneChain() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (Database database = Database.open(storage.at(directory))) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                LogEntry entry = entry("rule.written", "rule " + i, Optional.empty());
                running.add(threads.submit(() -> append(database, entry)));
            }
            for (Future<?> each : running) {
                each.get();
            }
            assertThatThrownBy(() -> database.write(handle -> {
                        DecisionLog.append(handle, entry("rule.written", "undone", Optional.empty()));
                        throw new SQLException("undone");
                    }))
                    .hasMessageContaining("undone");
        } finally {
            threads.shutdownNow();
        }
        assertThat(check(Optional.empty()))
                .isInstanceOfSatisfying(
                        Result.Sound.class, sound -> assertThat(sound.entries()).isEqualTo(100));
    }

    private void breaks(String change, long entry, String problem) throws Exception {
        execute(change);
        assertThat(check(Optional.empty())).as(change).isInstanceOfSatisfying(Result.Broken.class, broken -> {
            assertThat(broken.entry()).isEqualTo(entry);
            assertThat(broken.problem()).startsWith(problem);
        });
    }

    private Result check(Optional<String> noted) throws Exception {
        return DecisionLogCheck.check(storage.at(directory), noted);
    }

    /** What somebody with the database's own rights can do. */
    private void unguard() throws SQLException {
        if (storage == StorageKind.SQLITE) {
            execute("DROP TRIGGER decision_log_no_update");
            execute("DROP TRIGGER decision_log_no_delete");
        } else {
            execute("ALTER TABLE decision_log DISABLE TRIGGER ALL");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(storage.at(directory).url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<DecisionLog.Kept> log() throws Exception {
        try (Database database = Database.openToRead(storage.at(directory))) {
            return database.read(handle -> DecisionLog.list(handle, all()));
        }
    }

    private static DecisionLog.Filter all() {
        return DecisionLog.Filter.all(100);
    }

    private static LogEntry entry(String kind, String about, Optional<String> reason) {
        Actor ana = new Actor("ana@example.com", "Ana", java.util.Set.of("b", "a"));
        return LogEntry.of(ana, kind, about, NOW).because(reason);
    }

    private static void append(Database database, LogEntry entry) {
        database.write(handle -> {
            DecisionLog.append(handle, entry);
            return true;
        });
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
