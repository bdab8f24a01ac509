package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlPlaneTest {

    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    private Path directory;

    @Test
    void oneProcessMakesItsOwnRuleUserAndSidecar() throws Exception {
        SecretToken person = SecretToken.random();
        SecretToken sidecar = SecretToken.random();
        ControlPlaneSettings settings = ControlPlaneSettings.of(ANY, directory.resolve("data/hoop.db"));
        for (int run = 0; run < 2; run++) {
            try (ControlPlane plane = ControlPlane.start(settings)) {
                plane.ensureUser(new PlaneUser("dev@localhost", "dev", List.of("reviewers"), Optional.of(person)));
                assertThat(plane.ensureApprovalRule(ApprovalRule.ofGroup("billing-approvers", "reviewers")))
                        .as("created in the first run only")
                        .isEqualTo(run == 0);
                plane.ensureSidecar(new PlaneSidecar("dev", sidecar));
                PlaneClient client = new PlaneClient(plane.url());
                String id = client.file(sidecar, "run " + run).id();
                assertThat(client.approve(person, id).status()).isEqualTo(200);
                assertThat(client.claim(sidecar, id).forward()).isTrue();
            }
        }
        assertThat(directory.resolve("data/hoop.db")).isRegularFile();
    }

    @Test
    void whatTheFileDeclaresComesAndGoesWithIt() throws Exception {
        String id;
        try (TestPlane plane = TestPlane.start(directory)) {
            plane.plane.ensureApprovalRule(ApprovalRule.ofGroup("made-by-hand", "billing"));
            id = plane.client.file(PAYMENTS, "SELECT 1").id();
        }
        ControlPlaneSettings without = ControlPlaneSettings.of(ANY, directory.resolve("data/hoop.db"))
                .withPeople(PeopleSettings.none()
                        .withUsers(List.of(
                                new PlaneUser("bo@example.com", "Bo", List.of("billing"), Optional.of(TestPlane.BO)))));
        try (ControlPlane plane = ControlPlane.start(without)) {
            PlaneClient client = new PlaneClient(plane.url());
            assertThat(client.file(PAYMENTS, "SELECT 1").status()).isEqualTo(401);
            assertThat(client.approve(ANA, id).status()).isEqualTo(401);
            assertThat(client.asPerson(TestPlane.BO, "GET", "/api/reviews/" + id, "")
                            .status())
                    .as("the review of a sidecar that is gone is still there to be read")
                    .isEqualTo(200);
            assertThat(plane.ensureApprovalRule(ApprovalRule.ofGroup("made-by-hand", "x")))
                    .isFalse();
            assertThat(plane.ensureApprovalRule(ApprovalRule.ofGroup("billing-approvers", "billing")))
                    .isTrue();
        }
    }

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
    void noTokenIsInTheDatabase() throws Exception {
        try (TestPlane plane = TestPlane.start(directory)) {
            plane.client.file(PAYMENTS, "a statement to be found");
        }
        String file = Files.readString(directory.resolve("data/hoop.db"), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(file.contains("a statement to be found"))
                .as("the search works")
                .isTrue();
        assertThat(file.contains(PAYMENTS.value())).isFalse();
        assertThat(file.contains(ANA.value())).isFalse();
    }

    @Test
    void aDatabaseThatCannotBeOpenedIsNamed() throws Exception {
        Files.writeString(directory.resolve("not-a-database"), "x".repeat(5000));
        assertThatThrownBy(() -> ControlPlane.start(ControlPlaneSettings.of(ANY, directory.resolve("not-a-database"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not-a-database");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
