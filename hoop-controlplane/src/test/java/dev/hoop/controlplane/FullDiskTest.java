package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that cannot write refuses what would be written, keeps nothing half, and goes on by itself when it can. */
class FullDiskTest {

    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

    @TempDir
    private Path directory;

    /** The file of a process that may write no longer one, as on a disk without room (the limit of Linux on files' sizes). */
    @Test
    void aFileThatCannotGrow() throws Exception {
        assumeThat(PRLIMIT).as("util-linux").exists();
        Path configuration = PlaneFiles.write(directory, ANA, PAYMENTS);
        try (PlaneProcess process = PlaneProcess.start(configuration)) {
            check(new PlaneClient(process.url()), () -> limit(process, "4096"), () -> limit(process, "unlimited"));
        }
        assertLogIsSound(StorageSettings.sqlite(directory.resolve("hoop.db")));
    }

    private static void limit(PlaneProcess process, String bytes) throws Exception {
        // The soft limit alone: who lowers the hard one needs a right to raise it.
        Process prlimit = new ProcessBuilder(
                        PRLIMIT.toString(), "--pid", Long.toString(process.pid()), "--fsize=" + bytes + ":")
                .inheritIO()
                .start();
        assertThat(prlimit.waitFor()).isZero();
    }

    /** A server whose transactions only read, as one that has run out of room is set to. */
    @Test
    void aServerThatOnlyReads() throws Exception {
        StorageSettings storage = StorageKind.POSTGRESQL.at(directory);
        String database = storage.url().replaceAll(".*/|\\?.*", "");
        try (TestPlane plane = TestPlane.start(directory, StorageKind.POSTGRESQL)) {
            check(plane.client, () -> readOnly(database, "on"), () -> readOnly(database, "off"));
        }
        assertLogIsSound(storage);
    }

    private static void readOnly(String database, String value) {
        StorageKind.Postgres.server()
                .execute("postgres", "alter database " + database + " set default_transaction_read_only = " + value);
        // Connections keep the setting that they began with.
        StorageKind.Postgres.server()
                .query(
                        "postgres",
                        "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = '" + database
                                + "'");
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void check(PlaneClient client, Step fill, Step free) throws Exception {
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        assertThat(client.approve(ANA, id).status()).isEqualTo(200);

        fill.run();
        Answer refused = Eventually.value(
                () -> file(client, "DROP TABLE lines")
                        .filter(answer -> answer.message().contains("cannot write")),
                Eventually.SOON,
                "the refusal");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.message()).contains("its disk may be full: nothing was done, try again when there is room");
        assertThat(client.claim(PAYMENTS, id).status()).isEqualTo(503);
        assertThat(client.decide(ANA, id, "REVOKED").status()).isEqualTo(503);
        Answer read = client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/" + id, "");
        assertThat(read.json().path("status").asText())
                .as("who only reads is answered")
                .isEqualTo("APPROVED");
        assertThat(client.asPerson(ANA, "GET", "/api/reviews", "").json().path("reviews"))
                .as("nothing is there by half")
                .hasSize(1);

        free.run();
        Answer filed = Eventually.value(
                () -> file(client, "DROP TABLE lines").filter(answer -> answer.status() == 201),
                Eventually.SOON,
                "a filing once there is room");
        JsonNode whole =
                client.asPerson(ANA, "GET", "/api/reviews/" + filed.id(), "").json();
        assertThat(whole.path("requesters")).hasSize(1);
        assertThat(whole.path("may_decide").asBoolean()).isTrue();
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
        assertThat(client.claim(PAYMENTS, id).forward()).isFalse();
    }

    /** An answer below 500 or a 503, never another failure. */
    private static Optional<Answer> file(PlaneClient client, String statement) {
        try {
            Answer answer = client.file(PAYMENTS, statement);
            assertThat(answer.status()).isIn(200, 201, 503);
            return Optional.of(answer);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertLogIsSound(StorageSettings storage) throws IOException {
        assertThat(DecisionLogCheck.check(storage, Optional.empty())).isInstanceOf(DecisionLogCheck.Result.Sound.class);
    }
}
