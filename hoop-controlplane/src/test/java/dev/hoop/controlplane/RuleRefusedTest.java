package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hoop.controlplane.PlaneClient.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A rule that nobody can satisfy is not written, whoever writes it: the file, the API, the program around the plane. */
@OnEachStorage
class RuleRefusedTest {

    private static final ApprovalRule LEGAL = ApprovalRule.ofGroup("legal-approvers", "legal");
    private static final PlaneUser LEA =
            new PlaneUser("lea@example.com", "Lea", List.of("legal"), Optional.of(SecretToken.random()));
    private static final PlaneUser ADMIN =
            new PlaneUser("dee@example.com", "Dee", List.of(), Set.of(Capability.ADMIN), Optional.of(DEE));

    private final Planes planes;

    RuleRefusedTest(Planes planes) {
        this.planes = planes;
    }

    /** As the file says, with Dee, who manages. */
    private TestPlane started(List<ApprovalRule> rules, PlaneUser... users) throws IOException {
        return planes.start(settings(rules, users), new HandClock());
    }

    private ControlPlaneSettings settings(List<ApprovalRule> rules, PlaneUser... users) {
        List<PlaneUser> all = new ArrayList<>(List.of(users));
        all.add(ADMIN);
        return TestPlane.settings(planes.directory(), rules)
                .withPeople(new PeopleSettings(rules, all, List.of(new PlaneSidecar("payments", PAYMENTS))));
    }

    private List<String> refused(ControlPlaneSettings settings) {
        return catchThrowableOfType(RuleRefusedException.class, () -> planes.start(settings, new HandClock()))
                .problems();
    }

    private static int filed(TestPlane plane) throws Exception {
        return plane.client
                .file(PAYMENTS, PlaneClient.filing("api", "legal-approvers", "SELECT 1"))
                .status();
    }

    @Test
    void theFileIsToldWhereAndWhyAndNothingOfItIsWritten() throws Exception {
        ANA.write(planes.directory().resolve("ana.token"));
        BO.write(planes.directory().resolve("bo.token"));
        Path file = planes.directory().resolve("control-plane.yaml");
        Files.writeString(file, """
                listen: 127.0.0.1:0
                approval_rules:
                  - {name: fine, reviewers_groups: [billing]}
                  - {name: misspelt, reviewers_groups: [biling]}
                  - {name: two, reviewers_groups: [billing], min_approvals: 2}
                  - name: all
                    reviewers_groups: [billing, legal]
                    all_groups_must_approve: true
                  - {name: both, reviewers_groups: [billing, oncall], all_groups_must_approve: true}
                  - {name: watchers, reviewers_groups: [audit]}
                  - {name: forced, reviewers_groups: [nobody], force_approval_groups: [oncall]}
                users:
                  - {email: ana@example.com, name: Ana, groups: [billing, oncall], token_file: DIR/ana.token}
                  - {email: bo@example.com, name: Bo, groups: [audit], capabilities: [audit], token_file: DIR/bo.token}
                """.replace("DIR", planes.directory().toString()));
        assertThat(refused(ControlPlaneSettings.load(file)))
                .containsExactly(
                        file
                                + ":4:5: approval rule `misspelt`: nobody could satisfy the rule: it needs 1 person, and of"
                                + " those who may review, in biling there is nobody; add users to the groups",
                        file + ":5:5: approval rule `two`: nobody could satisfy the rule: it needs 2 different people,"
                                + " and of those who may review, in billing there is ana@example.com; add users to the"
                                + " groups",
                        file + ":6:5: approval rule `all`: nobody could satisfy the rule: nobody who may review is in"
                                + " legal; add users to it",
                        file
                                + ":9:5: approval rule `both`: nobody could satisfy the rule: every group needs a person of"
                                + " its own, and of those who may review, in billing, oncall there is ana@example.com;"
                                + " add users to the groups",
                        file
                                + ":10:5: approval rule `watchers`: nobody could satisfy the rule: it needs 1 person, and of"
                                + " those who may review, in audit there is nobody; add users to the groups");
        try (TestPlane plane = started(List.of())) {
            assertThat(plane.client
                            .asPerson(DEE, "GET", "/api/approval-rules", "")
                            .json())
                    .hasToString("{\"approval_rules\":[]}");
            assertThat(plane.client
                            .asPerson(DEE, "GET", "/api/users", "")
                            .json()
                            .path("users")
                            .findValuesAsText("email"))
                    .containsExactly("dee@example.com");
        }
    }

    @Test
    void whoIsInTheDatabaseAloneCounts() throws Exception {
        assertThat(refused(settings(List.of(LEGAL)))).hasSize(1);
        try (TestPlane plane = started(List.of())) {
            plane.plane.ensureUser(LEA);
        }
        try (TestPlane plane = started(List.of(LEGAL))) {
            assertThat(filed(plane)).isEqualTo(201);
        }
    }

    @Test
    void aPlaneWhoseReviewersLeftComesUpAgainForItsAdministrator() throws Exception {
        try (TestPlane plane = started(List.of())) {
            plane.plane.ensureUser(LEA);
        }
        try (TestPlane plane = started(List.of(LEGAL))) {
            Answer gone = plane.client.asPerson(DEE, "PATCH", "/api/users/lea@example.com", "{\"disabled\":true}");
            assertThat(gone.status()).isEqualTo(200);
        }
        try (TestPlane plane = started(List.of(LEGAL))) {
            assertThat(filed(plane)).isEqualTo(422);
            assertThat(plane.client
                            .asPerson(DEE, "GET", "/api/approval-rules/legal-approvers", "")
                            .json()
                            .path("missing")
                            .asText())
                    .contains("in legal there is nobody");
        }
        ApprovalRule changed = new ApprovalRule(
                "legal-approvers", List.of("legal"), 1, false, List.of(), Optional.empty(), Optional.empty(), true);
        assertThat(refused(settings(List.of(changed))))
                .as("a rule that is changed is written")
                .hasSize(1);
        try (TestPlane plane = started(List.of(LEGAL))) {
            plane.client.asPerson(DEE, "PATCH", "/api/users/lea@example.com", "{\"disabled\":false}");
            assertThat(filed(plane)).isEqualTo(201);
        }
    }

    @Test
    void theFileMayNotTakeTheLastReviewerAway() throws Exception {
        started(List.of(LEGAL), LEA).close();
        assertThat(refused(settings(List.of(LEGAL)))).singleElement().asString().contains("legal-approvers");
        try (TestPlane plane = started(List.of(LEGAL), LEA)) {
            assertThat(filed(plane)).isEqualTo(201);
        }
    }

    @Test
    void whomTheProviderMayBringCountsForTheFileAndTheApiAlike() throws Exception {
        String rule = "{\"reviewers_groups\":[\"legal\"],\"min_approvals\":3}";
        for (OidcProvider provider : List.of(provider(true, Map.of()), provider(true, Map.of("idp-legal", "legal")))) {
            ControlPlaneSettings settings = with(provider, List.of(LEGAL));
            try (TestPlane plane = planes.start(settings, new HandClock())) {
                assertThat(filed(plane)).as("nobody has come yet").isEqualTo(422);
                Answer written = plane.client.asPerson(DEE, "PUT", "/api/approval-rules/made-here", rule);
                assertThat(written.status()).isEqualTo(200);
                assertThat(written.json().path("missing").asText()).contains("3 different people");
            }
        }
        for (OidcProvider provider : List.of(provider(false, Map.of()), provider(true, Map.of("idp-ops", "ops")))) {
            started(List.of()).close();
            assertThat(refused(with(provider, List.of(LEGAL)))).hasSize(1);
            try (TestPlane plane = planes.start(with(provider, List.of()), new HandClock())) {
                assertThat(plane.client
                                .asPerson(DEE, "PUT", "/api/approval-rules/made-here", rule)
                                .status())
                        .isEqualTo(422);
            }
        }
    }

    @Test
    void whomTheProviderMayBringDoesNotStandForGroupsThatItDoesNotLeadTo() throws Exception {
        ApprovalRule both = TestPlane.rule(1, true, List.of("billing", "legal", "ops"), List.of(), false);
        PlaneUser twice = new PlaneUser("lea@example.com", "Lea", List.of("billing", "legal"), Optional.empty());
        OidcProvider provider = provider(true, Map.of("idp-ops", "ops"));
        ControlPlaneSettings settings = settings(List.of(both), twice)
                .withAccess(AccessSettings.defaults().withOidc(provider));
        assertThat(refused(settings))
                .singleElement()
                .asString()
                .contains("a person of its own", "lea@example.com, whoever signs in", "oidc.groups_map");
    }

    @Test
    void theProgramAroundThePlaneIsRefusedTheSame() throws Exception {
        try (TestPlane plane = started(List.of())) {
            assertThat(catchThrowableOfType(RuleRefusedException.class, () -> plane.plane.ensureApprovalRule(LEGAL))
                            .problems())
                    .singleElement()
                    .asString()
                    .startsWith("approval rule `legal-approvers`: nobody could satisfy the rule");
            plane.plane.ensureUser(LEA);
            assertThat(plane.plane.ensureApprovalRule(LEGAL)).isTrue();
        }
    }

    private ControlPlaneSettings with(OidcProvider provider, List<ApprovalRule> rules) {
        return settings(rules).withAccess(AccessSettings.defaults().withOidc(provider));
    }

    private static OidcProvider provider(boolean createUsers, Map<String, String> groups) {
        return new OidcProvider(
                URI.create("https://login.example.com/realms/staff"),
                "hoop",
                Optional.empty(),
                List.of("openid"),
                "email",
                "groups",
                groups,
                createUsers);
    }
}
