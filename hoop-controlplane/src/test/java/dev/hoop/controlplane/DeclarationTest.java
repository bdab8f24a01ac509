package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.EVE;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What somebody changes in the configuration file, or the program around the plane, is in the decision log, like what is changed on the page. */
@ParameterizedClass
@EnumSource(StorageKind.class)
class DeclarationTest {

    private static final PlaneUser AN = new PlaneUser("ana@example.com", "Ana", List.of("b", "a"), Optional.of(ANA));
    private static final PlaneUser DEV = new PlaneUser("dev@example.com", "Dev", List.of("a"), Optional.empty());
    private static final PlaneUser FAY = new PlaneUser("fay@example.com", "Fay", List.of("a"), Optional.empty());
    private static final ApprovalRule RULE = TestPlane.rule(1, false, List.of("b", "a"), List.of(), false);
    private static final PlaneSidecar SIDECAR = new PlaneSidecar("payments", PAYMENTS);

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    /** What who is called so wrote, the oldest first. */
    private static List<String> entries(TestPlane plane, String who) throws Exception {
        List<String> entries = new ArrayList<>();
        for (JsonNode entry : plane.client
                .asPerson(EVE, "GET", "/api/log?limit=200&who=" + who.replace(' ', '+'), "")
                .json()
                .path("entries")) {
            assertThat(entry.at("/who").has("email")).isFalse();
            String reason = entry.path("reason").asText();
            entries.add(
                    0,
                    entry.path("kind").asText() + " " + entry.path("about").asText()
                            + (reason.isEmpty() ? "" : " " + reason));
        }
        return entries;
    }

    /** The entries that a start with these adds, the oldest first. */
    private List<String> started(List<ApprovalRule> rules, List<PlaneUser> users, List<PlaneSidecar> sidecars)
            throws Exception {
        ControlPlaneSettings settings = TestPlane.settings(directory, rules)
                .withStorage(storage.at(directory))
                .withPeople(new PeopleSettings(rules, users, sidecars));
        try (TestPlane plane = TestPlane.start(settings, new HandClock())) {
            plane.withEve();
            List<String> entries = entries(plane, "configuration file");
            List<String> added = entries.subList(known, entries.size());
            known = entries.size();
            return added;
        }
    }

    private int known;

    @Test
    void whatTheFileChangesIsLoggedAndNothingElse() throws Exception {
        assertThat(started(List.of(RULE), List.of(AN, DEV, FAY), List.of(SIDECAR)))
                .containsExactly(
                        "rule.written billing-approvers",
                        "user.created ana@example.com",
                        "user.created dev@example.com",
                        "user.created fay@example.com",
                        "sidecar.registered payments");
        ApprovalRule reordered = TestPlane.rule(1, false, List.of("a", "b"), List.of(), false);
        PlaneUser same = new PlaneUser("ana@example.com", "Ana", List.of("a", "b"), Optional.of(ANA));
        assertThat(started(List.of(reordered), List.of(FAY, DEV, same), List.of(SIDECAR)))
                .as("the same in another order")
                .isEmpty();

        ApprovalRule stricter = TestPlane.rule(2, false, List.of("a", "b"), List.of("a"), true);
        PlaneUser other = new PlaneUser(
                "ana@example.com", "Ana B", List.of("a"), java.util.Set.of(Capability.ADMIN), Optional.of(BO));
        PlaneSidecar rotated = new PlaneSidecar("payments", LEDGER, Optional.of(PAYMENTS));
        assertThat(started(List.of(stricter), List.of(other, DEV, FAY), List.of(rotated)))
                .containsExactly(
                        "rule.written billing-approvers changed: force_approval_groups, min_approvals,"
                                + " allow_self_approval",
                        "user.written ana@example.com changed: name, groups, capabilities, token",
                        "sidecar.written payments changed: tokens");
        assertThat(started(List.of(stricter), List.of(other, FAY), List.of(new PlaneSidecar("payments", LEDGER))))
                .containsExactly("sidecar.written payments changed: tokens", "user.deleted dev@example.com");
        assertThat(started(List.of(), List.of(), List.of()))
                .containsExactly(
                        "rule.removed billing-approvers",
                        "user.deleted ana@example.com",
                        "user.deleted fay@example.com",
                        "sidecar.tokens_removed payments");
        assertThat(DecisionLogCheck.check(storage.at(directory), Optional.empty()))
                .isInstanceOf(DecisionLogCheck.Result.Sound.class);
    }

    @Test
    void whatTheProgramAroundThePlaneChangesIsLoggedAndNothingElse() throws Exception {
        ControlPlaneSettings settings = TestPlane.settings(directory, List.of())
                .withStorage(storage.at(directory))
                .withPeople(PeopleSettings.none());
        try (TestPlane plane = TestPlane.start(settings, new HandClock()).withEve()) {
            String eve = "user.created eve@example.com";
            for (int i = 0; i < 2; i++) {
                plane.plane.ensureUser(AN);
                assertThat(plane.plane.ensureApprovalRule(RULE)).isEqualTo(i == 0);
                plane.plane.ensureSidecar(SIDECAR);
                plane.plane.keepConfiguration("payments", "{}");
                assertThat(entries(plane, "embedding program"))
                        .as("what is there already is not written again")
                        .containsExactly(
                                eve,
                                "user.created ana@example.com",
                                "rule.written billing-approvers",
                                "sidecar.registered payments",
                                "sidecar.configuration_written payments");
            }
            plane.plane.ensureUser(new PlaneUser("ana@example.com", "Ana", List.of("oncall"), Optional.of(ANA)));
            plane.plane.ensureSidecar(new PlaneSidecar("payments", LEDGER));
            plane.plane.ensureApprovalRule(TestPlane.rule(2, false, List.of("b"), List.of(), true));
            assertThat(entries(plane, "embedding program").subList(5, 7))
                    .containsExactly(
                            "user.written ana@example.com changed: groups", "sidecar.written payments changed: tokens");
            assertThat(entries(plane, "embedding program"))
                    .as("a rule that is there stays as it is")
                    .hasSize(7);
        }
        assertThat(DecisionLogCheck.check(storage.at(directory), Optional.empty()))
                .isInstanceOf(DecisionLogCheck.Result.Sound.class);
    }

    @Test
    void howAnAdministratorsUserCameInEndsWhenTheFileDeclaresThem() throws Exception {
        ControlPlaneSettings settings =
                TestPlane.settings(directory, List.of(RULE)).withStorage(storage.at(directory));
        ControlPlaneSettings without = settings.withPeople(PeopleSettings.none());
        try (TestPlane plane = TestPlane.start(without, new HandClock()).withDee()) {
            String user = "{\"email\":\"ana@example.com\",\"name\":\"Ana\",\"password\":\"a long password\"}";
            assertThat(plane.client.asPerson(DEE, "POST", "/api/users", user).status())
                    .isEqualTo(201);
            assertThat(signIn(plane)).isEqualTo(303);
        }
        ControlPlaneSettings with = settings.withPeople(new PeopleSettings(List.of(RULE), List.of(AN), List.of()));
        try (TestPlane plane = TestPlane.start(with, new HandClock())) {
            assertThat(signIn(plane)).isEqualTo(401);
            Answer ana = plane.client.asPerson(DEE, "GET", "/api/users/ana@example.com", "");
            assertThat(ana.json().path("has_password").asBoolean()).isFalse();
            assertThat(plane.client
                            .asPerson(ANA, "GET", "/api/sessions", "")
                            .json()
                            .path("sessions"))
                    .isEmpty();
        }
    }

    private static int signIn(TestPlane plane) throws Exception {
        HttpRequest.Builder form =
                plane.client.request("/sign-in").header("content-type", "application/x-www-form-urlencoded");
        return plane.client
                .send(form, "POST", "email=ana%40example.com&password=a+long+password")
                .status();
    }

    @Test
    void whatAnAdministratorMadeBecomesTheFilesOnceItDeclaresIt() throws Exception {
        started(List.of(), List.of(), List.of());
        try (TestPlane plane = TestPlane.start(
                TestPlane.settings(directory, List.of())
                        .withStorage(storage.at(directory))
                        .withPeople(PeopleSettings.none()),
                new HandClock())) {
            plane.plane.ensureUser(AN);
            plane.plane.ensureSidecar(SIDECAR);
            plane.plane.ensureApprovalRule(RULE);
        }
        assertThat(started(List.of(RULE), List.of(AN), List.of(SIDECAR)))
                .containsExactly(
                        "rule.written billing-approvers changed: whose it is",
                        "user.written ana@example.com changed: whose they are",
                        "sidecar.written payments changed: whose it is");
    }
}
