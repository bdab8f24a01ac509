package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is true of the file alone: a PostgreSQL database is many planes' and has its own owners. */
class SqliteFileTest {

    @TempDir
    private Path directory;

    @Test
    void twoPlanesDoNotShareADatabaseFile() throws Exception {
        try (TestPlane plane = TestPlane.start(directory)) {
            assertThatThrownBy(() -> ControlPlane.start(TestPlane.settings(directory, List.of())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("already open");
            assertThat(plane.client.file(PAYMENTS, "SELECT 1").status()).isEqualTo(201);
        }
    }

    @Test
    void theDatabaseIsItsOwnersAlone() throws Exception {
        assumeThat(FileSystems.getDefault().supportedFileAttributeViews()).contains("posix");
        try (TestPlane plane = TestPlane.start(directory)) {
            plane.client.file(PAYMENTS, "SELECT 1");
            assertThat(mode(directory.resolve("data"))).isEqualTo("rwx------");
            for (String name : List.of("hoop.db", "hoop.db-wal", "hoop.db-shm", "hoop.db.lock")) {
                assertThat(mode(directory.resolve("data").resolve(name)))
                        .as(name)
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void noTokenIsInAnyPageOfTheFile() throws Exception {
        try (TestPlane plane = TestPlane.start(directory)) {
            plane.client.file(PAYMENTS, "a statement to be found");
        }
        String file = Files.readString(directory.resolve("data/hoop.db"), StandardCharsets.ISO_8859_1);
        assertThat(file.contains("a statement to be found"))
                .as("the search works")
                .isTrue();
        assertThat(file.contains(PAYMENTS.value())).isFalse();
        assertThat(file.contains(ANA.value())).isFalse();
    }

    @Test
    void aDatabaseThatCannotBeOpenedIsNamed() throws Exception {
        Files.writeString(directory.resolve("not-a-database"), "x".repeat(5000));
        assertThatThrownBy(() -> ControlPlane.start(ControlPlaneSettings.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        directory.resolve("not-a-database"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not-a-database");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
