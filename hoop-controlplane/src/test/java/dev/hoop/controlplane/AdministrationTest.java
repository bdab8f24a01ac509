package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sidecars, rules, users and one's own tokens, through the API. */
@OnEachStorage
class AdministrationTest {

    private final TestPlane plane;
    private final PlaneClient client;

    AdministrationTest(TestPlane plane) {
        this.plane = plane;
        client = plane.client;
        plane.withDee();
    }

    @Test
    void managingNeedsTheCapabilityAndLookingAtReviewsNeedsAny() throws Exception {
        for (String path : List.of("/api/sidecars", "/api/approval-rules", "/api/users")) {
            assertThat(as(ANA, "GET", path, "").status()).as(path).isEqualTo(403);
            assertThat(as(ANA, "GET", path, "").message()).contains("the capability admin");
            assertThat(client.send(client.request(path), "GET", "").status()).isEqualTo(401);
            assertThat(as(DEE, "GET", path, "").status()).as(path).isEqualTo(200);
        }
        assertThat(as(ANA, "POST", "/api/sidecars", "{\"name\":\"x\"}").status())
                .isEqualTo(403);
        assertThat(as(ANA, "DELETE", "/api/users/cy@example.com", "").status()).isEqualTo(403);
        assertThat(as(DEE, "GET", "/api/reviews", "").status()).isEqualTo(200);
        assertThat(as(DEE, "GET", "/api/me", "").json().path("capabilities").toString())
                .isEqualTo("[\"admin\"]");
    }

    @Test
    void whoOnlyManagesDoesNotDecideWhateverTheirGroups() throws Exception {
        plane.withDee("billing");
        String id = client.file(PAYMENTS, "DROP").id();
        Answer denied = client.approve(DEE, id);
        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.message()).contains("the capability review");
        assertThat(as(DEE, "GET", "/api/reviews/" + id, "")
                        .json()
                        .path("may_decide")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void aSidecarIsRegisteredAndItsTokenToldOnce() throws Exception {
        Answer made = as(DEE, "POST", "/api/sidecars", "{\"name\":\"reports\"}");
        assertThat(made.status()).isEqualTo(201);
        SecretToken token = token(made);
        assertThat(client.file(token, "SELECT 1").status()).isEqualTo(201);
        assertThat(client.asSidecar(token, "POST", "/api/sidecars/handshake", "{\"version\":\"1.2.3\"}")
                        .status())
                .isEqualTo(412);
        JsonNode seen = as(DEE, "GET", "/api/sidecars/reports", "").json();
        assertThat(seen.path("version").asText()).isEqualTo("1.2.3");
        assertThat(seen.path("last_seen_at").asText()).isEqualTo("2026-09-29T14:02:11Z");
        assertThat(seen.path("status").asText()).isEqualTo("active");
        assertThat(seen.path("configuration").isNull()).isTrue();
        assertThat(seen.toString()).doesNotContain(token.value());
        assertThat(as(DEE, "GET", "/api/sidecars", "").json().path("sidecars")).hasSize(3);
        assertThat(as(DEE, "POST", "/api/sidecars", "{\"name\":\"reports\"}").status())
                .isEqualTo(409);
        for (String name : List.of("reviews", " x", "a\\nb", "")) {
            assertThat(as(DEE, "POST", "/api/sidecars", "{\"name\":\"" + name + "\"}")
                            .status())
                    .as(name)
                    .isEqualTo(400);
        }
    }

    @Test
    void aTokenIsReplacedWithoutAMomentInWhichNeitherWorks() throws Exception {
        SecretToken first = register("reports");
        Answer rotated = as(DEE, "POST", "/api/sidecars/reports/token", "{\"old_token_sec\":600}");
        assertThat(rotated.status()).isEqualTo(200);
        assertThat(rotated.json().path("old_token_until").asText()).isEqualTo("2026-09-29T14:12:11Z");
        SecretToken second = token(rotated);
        assertThat(isKnown(first)).isTrue();
        assertThat(isKnown(second)).isTrue();
        plane.clock.advance(Duration.ofMinutes(10));
        assertThat(isKnown(first)).isFalse();
        assertThat(isKnown(second)).isTrue();

        SecretToken third = token(as(DEE, "POST", "/api/sidecars/reports/token", ""));
        assertThat(isKnown(second)).as("an hour unless said otherwise").isTrue();
        assertThat(as(DEE, "DELETE", "/api/sidecars/reports/old-token", "").status())
                .isEqualTo(204);
        assertThat(isKnown(second)).isFalse();
        assertThat(isKnown(third)).isTrue();
        assertThat(as(DEE, "DELETE", "/api/sidecars/reports/old-token", "").status())
                .isEqualTo(409);
        assertThat(as(DEE, "POST", "/api/sidecars/reports/token", "{\"old_token_sec\":604801}")
                        .status())
                .isEqualTo(400);
        SecretToken fourth = token(as(DEE, "POST", "/api/sidecars/reports/token", "{\"old_token_sec\":0}"));
        assertThat(isKnown(third)).isFalse();
        assertThat(isKnown(fourth)).isTrue();
    }

    @Test
    void aSidecarIsDisabledAndDeletedAndItsReviewsStay() throws Exception {
        SecretToken token = register("reports");
        String id = client.file(token, "SELECT 1").id();
        assertThat(as(DEE, "PATCH", "/api/sidecars/reports", "{\"disabled\":true}")
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("disabled");
        assertThat(isKnown(token)).isFalse();
        as(DEE, "PATCH", "/api/sidecars/reports", "{\"disabled\":false}");
        assertThat(isKnown(token)).isTrue();
        assertThat(as(DEE, "DELETE", "/api/sidecars/reports", "").status()).isEqualTo(204);
        assertThat(isKnown(token)).isFalse();
        assertThat(as(DEE, "GET", "/api/sidecars/reports", "").status()).isEqualTo(404);
        assertThat(as(ANA, "GET", "/api/reviews/" + id, "").status()).isEqualTo(200);

        Answer again = as(DEE, "POST", "/api/sidecars", "{\"name\":\"reports\"}");
        assertThat(again.status()).as("what waits would be the new one's").isEqualTo(409);
        client.decide(ANA, id, "REJECTED");
        assertThat(as(DEE, "POST", "/api/sidecars", "{\"name\":\"reports\"}").status())
                .isEqualTo(201);
        assertThat(isKnown(token)).isFalse();
    }

    @Test
    void aConfigurationIsWrittenAndReadByTheSidecar() throws Exception {
        SecretToken token = register("reports");
        assertThat(as(DEE, "PUT", "/api/sidecars/reports/configuration", "{\"log_level\":\"info\"}")
                        .status())
                .isEqualTo(204);
        assertThat(client.asSidecar(token, "POST", "/api/sidecars/handshake", "")
                        .json()
                        .toString())
                .isEqualTo("{\"log_level\":\"info\"}");
        assertThat(as(DEE, "GET", "/api/sidecars/reports", "")
                        .json()
                        .at("/configuration/log_level")
                        .asText())
                .isEqualTo("info");
        as(DEE, "DELETE", "/api/sidecars/reports/configuration", "");
        assertThat(client.asSidecar(token, "POST", "/api/sidecars/handshake", "")
                        .status())
                .isEqualTo(412);
    }

    @Test
    void whatTheFileDeclaresIsReadAndNotWritten() throws Exception {
        List<List<String>> writes = List.of(
                List.of("POST", "/api/sidecars/payments/token", "{}"),
                List.of("PATCH", "/api/sidecars/payments", "{\"disabled\":true}"),
                List.of("DELETE", "/api/sidecars/payments", ""),
                List.of("PUT", "/api/approval-rules/billing-approvers", "{\"reviewers_groups\":[\"billing\"]}"),
                List.of("DELETE", "/api/approval-rules/billing-approvers", ""),
                List.of("PUT", "/api/users/ana@example.com", "{\"name\":\"Ana\"}"),
                List.of("PATCH", "/api/users/ana@example.com", "{\"disabled\":true}"),
                List.of("PUT", "/api/users/ana@example.com/password", "{\"password\":\"long enough it is\"}"),
                List.of("DELETE", "/api/users/Ana@example.com", ""));
        for (List<String> write : writes) {
            Answer refused = as(DEE, write.get(0), write.get(1), write.get(2));
            assertThat(refused.status()).as(write.toString()).isEqualTo(409);
            assertThat(refused.message()).contains("belongs to the configuration file");
        }
        assertThat(as(DEE, "GET", "/api/users/ana@example.com", "")
                        .json()
                        .path("declared")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void theConfigurationOfASidecarOfTheFileIsNotTheFiles() throws Exception {
        client.asSidecar(PAYMENTS, "PUT", "/api/sidecars/configuration", "{\"log_level\":\"info\"}");
        assertThat(as(DEE, "PUT", "/api/sidecars/payments/configuration", "{\"log_level\":\"warn\"}")
                        .status())
                .isEqualTo(204);
        assertThat(client.asSidecar(PAYMENTS, "POST", "/api/sidecars/handshake", "")
                        .json()
                        .toString())
                .isEqualTo("{\"log_level\":\"warn\"}");
        assertThat(as(DEE, "DELETE", "/api/sidecars/payments/configuration", "").status())
                .isEqualTo(204);
        assertThat(client.asSidecar(PAYMENTS, "POST", "/api/sidecars/handshake", "")
                        .status())
                .isEqualTo(412);
        assertThat(as(DEE, "DELETE", "/api/sidecars/nope/configuration", "").status())
                .isEqualTo(404);
    }

    @Test
    void oneRuleIsWrittenByManyAtATime() throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(6);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                String body = "{\"reviewers_groups\":[\"billing\",\"group-" + i + "\"]}";
                answers.add(writers.submit(
                        () -> as(DEE, "PUT", "/api/approval-rules/shared", body).status()));
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(200);
            }
        } finally {
            writers.shutdownNow();
        }
        assertThat(as(DEE, "GET", "/api/approval-rules/shared", "").json().path("reviewers_groups"))
                .hasSize(2);
    }

    @Test
    void aRuleIsWrittenWithAllItsFieldsAndRemoved() throws Exception {
        String fields = "\"reviewers_groups\":[\"billing\",\"oncall\"],\"min_approvals\":2,"
                + "\"all_groups_must_approve\":false,\"force_approval_groups\":[\"ledger\"],"
                + "\"pending_ttl_sec\":60,\"approval_ttl_sec\":604800,\"allow_self_approval\":true}";
        Answer made = as(DEE, "POST", "/api/approval-rules", "{\"name\":\"two\"," + fields);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.json().toString()).isEqualTo("{\"name\":\"two\",\"declared\":false," + fields);
        assertThat(as(DEE, "POST", "/api/approval-rules", "{\"name\":\"two\"," + fields)
                        .status())
                .isEqualTo(409);
        String id =
                client.file(PAYMENTS, PlaneClient.filing("api", "two", "DROP")).id();
        assertThat(as(DEE, "PUT", "/api/approval-rules/two", "{\"reviewers_groups\":[\"billing\"]}")
                        .status())
                .isEqualTo(200);
        assertThat(client.approve(ANA, id).json().path("status").asText())
                .as("the terms are those of the filing")
                .isEqualTo("PENDING");
        assertThat(as(DEE, "DELETE", "/api/approval-rules/two", "").status()).isEqualTo(204);
        assertThat(client.file(PAYMENTS, PlaneClient.filing("api", "two", "another"))
                        .status())
                .isEqualTo(422);
        assertThat(client.approve(BO, id).json().path("status").asText()).isEqualTo("APPROVED");
        assertThat(client.file(PAYMENTS, PlaneClient.filing("api", "two", "DROP"))
                        .forward())
                .as("an approval outlives its rule")
                .isTrue();
    }

    @Test
    void aRuleThatNobodyCanSatisfyIsRefusedWithWhoIsMissing() throws Exception {
        assertThat(refusedRule("{\"name\":\"r\",\"reviewers_groups\":[\"nobody\"]}"))
                .contains("it needs 1 person", "in nobody there is nobody");
        assertThat(refusedRule("{\"name\":\"r\",\"reviewers_groups\":[\"ledger\"],\"min_approvals\":2}"))
                .contains("2 different people", "in ledger there is cy@example.com");
        assertThat(refusedRule("{\"name\":\"r\",\"reviewers_groups\":[\"billing\",\"legal\"],"
                        + "\"all_groups_must_approve\":true}"))
                .contains("nobody who may review is in legal");
        as(DEE, "POST", "/api/users", "{\"email\":\"eve@example.com\",\"name\":\"Eve\",\"groups\":[\"a\",\"b\"]}");
        assertThat(refusedRule("{\"name\":\"r\",\"reviewers_groups\":[\"a\",\"b\"],\"all_groups_must_approve\":true}"))
                .contains("every group needs a person of its own", "eve@example.com");
        as(
                DEE,
                "POST",
                "/api/users",
                "{\"email\":\"fay@example.com\",\"name\":\"Fay\",\"groups\":[\"legal\"],\"capabilities\":[\"audit\"]}");
        assertThat(refusedRule("{\"name\":\"r\",\"reviewers_groups\":[\"legal\"]}"))
                .as("who may not review does not count")
                .contains("there is nobody");
        for (String wrong : List.of(
                "{\"name\":\"r\",\"reviewers_groups\":[]}",
                "{\"name\":\"r\",\"reviewers_groups\":[\"billing\"],\"min_approvals\":0}",
                "{\"name\":\"r\",\"reviewers_groups\":[\"billing\"],\"min_approvals\":4294967297}",
                "{\"name\":\"r\",\"reviewers_groups\":[\"billing\"],\"pending_ttl_sec\":59}",
                "{\"name\":\"r\",\"reviewers_groups\":[\"billing\"],\"approval_ttl_sec\":604801}",
                "{\"name\":\"r\",\"reviewers_groups\":[\"billing\"],\"min_approvals\":2,\"all_groups_must_approve\":true}",
                "{\"name\":\"r\",\"reviewers_groups\":\"billing\"}",
                "{\"name\":\"r\",\"reviewers_groups\":[1]}",
                "{\"name\":\"r\",\"reviewers_groups\":[\"billing\"],\"reviewers\":[]}",
                "{\"reviewers_groups\":[\"billing\"]}",
                "[]")) {
            assertThat(as(DEE, "POST", "/api/approval-rules", wrong).status())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    void aRuleWhosePeopleLeftIsRefusedWhenItIsFiledAgainst() throws Exception {
        as(DEE, "POST", "/api/users", "{\"email\":\"eve@example.com\",\"name\":\"Eve\",\"groups\":[\"ops\"]}");
        assertThat(as(DEE, "POST", "/api/approval-rules", "{\"name\":\"ops\",\"reviewers_groups\":[\"ops\"]}")
                        .status())
                .isEqualTo(201);
        String waiting =
                client.file(PAYMENTS, PlaneClient.filing("api", "ops", "one")).id();
        as(DEE, "PATCH", "/api/users/eve@example.com", "{\"disabled\":true}");
        for (String statement : List.of("one", "two")) {
            Answer refused = client.file(PAYMENTS, PlaneClient.filing("api", "ops", statement));
            assertThat(refused.status()).as(statement).isEqualTo(422);
            assertThat(refused.message()).contains("too few reviewers");
        }
        assertThat(as(DEE, "GET", "/api/approval-rules/ops", "")
                        .json()
                        .path("missing")
                        .asText())
                .contains("there is nobody");
        as(DEE, "PATCH", "/api/users/eve@example.com", "{\"disabled\":false}");
        assertThat(client.file(PAYMENTS, PlaneClient.filing("api", "ops", "one"))
                        .id())
                .isEqualTo(waiting);
    }

    @Test
    void aUserIsMadeChangedDisabledAndRemoved() throws Exception {
        Answer made = as(
                DEE,
                "POST",
                "/api/users",
                "{\"email\":\"Eve@Example.com\",\"name\":\"Eve\",\"groups\":[\"billing\"],\"capabilities\":[\"review\","
                        + "\"audit\"]}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.json().path("email").asText()).isEqualTo("eve@example.com");
        assertThat(made.json().path("capabilities").toString()).isEqualTo("[\"review\",\"audit\"]");
        assertThat(made.json().path("has_password").asBoolean()).isFalse();
        assertThat(as(DEE, "POST", "/api/users", "{\"email\":\"eve@example.com\",\"name\":\"Eve\"}")
                        .status())
                .isEqualTo(409);
        Answer changed = as(DEE, "PUT", "/api/users/eve@example.com", "{\"name\":\"Eva\",\"groups\":[\"x\"]}");
        assertThat(changed.json().path("groups").toString()).isEqualTo("[\"x\"]");
        assertThat(changed.json().path("capabilities").toString()).isEqualTo("[\"review\"]");
        as(DEE, "PATCH", "/api/users/eve@example.com", "{\"disabled\":true}");
        assertThat(as(DEE, "GET", "/api/users", "").json().path("users").toString())
                .contains("\"name\":\"Eva\"", "\"disabled\":true");
        assertThat(as(DEE, "DELETE", "/api/users/eve@example.com", "").status()).isEqualTo(204);
        assertThat(as(DEE, "GET", "/api/users/eve@example.com", "").status()).isEqualTo(404);
        for (String wrong : List.of(
                "{\"email\":\"nobody\",\"name\":\"N\"}",
                "{\"email\":\"a@b.c\",\"name\":\"\"}",
                "{\"email\":\"a@b.c\",\"name\":\"A\",\"capabilities\":[]}",
                "{\"email\":\"a@b.c\",\"name\":\"A\",\"capabilities\":[\"root\"]}",
                "{\"email\":\"a@b.c\",\"name\":\"A\",\"password\":\"short\"}")) {
            assertThat(as(DEE, "POST", "/api/users", wrong).status()).as(wrong).isEqualTo(400);
        }
    }

    @Test
    void anAdministratorDoesNotShutThemselvesOut() throws Exception {
        assertThat(as(DEE, "DELETE", "/api/users/dee@example.com", "").status()).isEqualTo(409);
        assertThat(as(DEE, "PATCH", "/api/users/dee@example.com", "{\"disabled\":true}")
                        .status())
                .isEqualTo(409);
        assertThat(as(DEE, "PUT", "/api/users/dee@example.com", "{\"name\":\"Dee\",\"capabilities\":[\"review\"]}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void everybodyMakesTokensThatEndAndAreRevoked() throws Exception {
        Answer made = as(ANA, "POST", "/api/tokens", "{\"name\":\"laptop\",\"expires_in_days\":1}");
        assertThat(made.status()).isEqualTo(201);
        SecretToken token = token(made);
        String id = made.json().path("id").asText();
        assertThat(as(token, "GET", "/api/me", "").json().path("email").asText())
                .isEqualTo("ana@example.com");
        JsonNode listed = as(ANA, "GET", "/api/tokens", "").json().path("tokens");
        assertThat(listed).hasSize(1);
        assertThat(listed.get(0).path("last_used_at").asText()).isEqualTo("2026-09-29T14:02:11Z");
        assertThat(listed.get(0).path("expires_at").asText()).isEqualTo("2026-09-30T14:02:11Z");
        assertThat(listed.toString()).doesNotContain(token.value());

        assertThat(as(token, "POST", "/api/tokens", "{\"name\":\"another\"}").status())
                .as("a token does not outlive itself")
                .isEqualTo(403);
        assertThat(as(BO, "DELETE", "/api/tokens/" + id, "").status()).isEqualTo(404);
        assertThat(as(ANA, "DELETE", "/api/tokens/" + id, "").status()).isEqualTo(204);
        assertThat(as(token, "GET", "/api/me", "").status()).isEqualTo(401);

        SecretToken other = token(as(ANA, "POST", "/api/tokens", "{\"name\":\"other\",\"expires_in_days\":1}"));
        plane.clock.advance(Duration.ofDays(1));
        assertThat(as(other, "GET", "/api/me", "").status()).isEqualTo(401);
        assertThat(as(ANA, "POST", "/api/tokens", "{\"name\":\"x\",\"expires_in_days\":367}")
                        .status())
                .isEqualTo(400);
        assertThat(as(ANA, "POST", "/api/tokens", "{\"name\":\"a\\u202eb\"}").status())
                .isEqualTo(400);
    }

    @Test
    void aDisabledUsersTokensLetNobodyIn() throws Exception {
        as(DEE, "POST", "/api/users", "{\"email\":\"eve@example.com\",\"name\":\"Eve\"}");
        SecretToken eve = SecretToken.random();
        plane.plane.ensureUser(new PlaneUser("eve@example.com", "Eve", List.of(), Optional.of(eve)));
        assertThat(as(eve, "GET", "/api/reviews", "").status()).isEqualTo(200);
        as(DEE, "PATCH", "/api/users/eve@example.com", "{\"disabled\":true}");
        assertThat(as(eve, "GET", "/api/reviews", "").status()).isEqualTo(401);
    }

    private String refusedRule(String body) throws Exception {
        Answer refused = as(DEE, "POST", "/api/approval-rules", body);
        assertThat(refused.status()).as(body).isEqualTo(422);
        return refused.message();
    }

    private SecretToken register(String name) throws Exception {
        return token(as(DEE, "POST", "/api/sidecars", "{\"name\":\"" + name + "\"}"));
    }

    private static SecretToken token(Answer answer) {
        return SecretToken.of(answer.json().path("token").asText());
    }

    private boolean isKnown(SecretToken token) throws Exception {
        return client.asSidecar(token, "GET", "/api/sidecars/reviews", "").status() == 200;
    }

    private Answer as(SecretToken token, String method, String path, String body) throws Exception {
        return client.asPerson(token, method, path, body);
    }
}
