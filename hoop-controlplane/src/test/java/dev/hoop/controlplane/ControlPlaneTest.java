package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A plane's life: what it is started with, what stays, what goes. */
@OnEachStorage
class ControlPlaneTest {

    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Planes planes;

    ControlPlaneTest(Planes planes) {
        this.planes = planes;
    }

    @Test
    void oneProcessMakesItsOwnRuleUserAndSidecar() throws Exception {
        SecretToken person = SecretToken.random();
        SecretToken sidecar = SecretToken.random();
        ControlPlaneSettings settings = ControlPlaneSettings.of(ANY, planes.storage());
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
    }

    @Test
    void whatTheFileDeclaresComesAndGoesWithIt() throws Exception {
        String id;
        try (TestPlane plane = planes.start()) {
            plane.plane.ensureApprovalRule(ApprovalRule.ofGroup("made-by-hand", "billing"));
            id = plane.client.file(PAYMENTS, "SELECT 1").id();
        }
        ControlPlaneSettings without = ControlPlaneSettings.of(ANY, planes.storage())
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
    void noTokenIsInTheDatabase() throws Exception {
        try (TestPlane plane = planes.start()) {
            plane.client.file(PAYMENTS, "a statement to be found");
        }
        String everything = TableRows.of(planes.storage()).toString();
        assertThat(everything).contains(hexadecimal("a statement to be found"));
        for (SecretToken token : List.of(PAYMENTS, ANA)) {
            assertThat(everything.contains(token.value())).isFalse();
            assertThat(everything.contains(hexadecimal(token.value()))).isFalse();
        }
    }

    private static String hexadecimal(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
