package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.CY;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@OnEachStorage
class DecisionTest {

    private final Planes planes;

    DecisionTest(Planes planes) {
        this.planes = planes;
    }

    @Test
    void aDecisionIsRecordedWithWhoWhenWhichGroupAndWhy() throws Exception {
        PlaneClient client = planes.start().client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        Answer rejected = client.asPerson(
                BO, "PUT", "/api/reviews/" + id, "{\"status\":\"REJECTED\",\"reason\":\" not on\\r\\na Friday \"}");
        assertThat(rejected.status()).isEqualTo(200);
        assertThat(rejected.json().path("status").asText()).isEqualTo("REJECTED");
        assertThat(rejected.json().path("decisions").toString())
                .isEqualTo("[{\"status\":\"REJECTED\",\"email\":\"bo@example.com\",\"name\":\"Bo\","
                        + "\"groups\":[\"billing\"],\"reason\":\"not on  a Friday\","
                        + "\"decided_at\":\"2026-09-29T14:02:11Z\"}]");
        Answer seen = client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/" + id, "");
        assertThat(seen.json().path("rejection_reason").asText()).isEqualTo("not on  a Friday");
        assertThat(seen.json().path("decided_by").asText()).isEqualTo("Bo");
        assertThat(client.claim(PAYMENTS, id).forward()).isFalse();
    }

    @Test
    void onlyTheReviewersOfTheRuleDecide() throws Exception {
        PlaneClient client = planes.start().client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        for (String status : List.of("APPROVED", "REJECTED", "REVOKED")) {
            Answer denied = client.decide(CY, id, status);
            assertThat(denied.status()).isEqualTo(403);
            assertThat(denied.message()).contains("billing");
        }
        assertThat(client.asPerson(CY, "GET", "/api/reviews/" + id, "")
                        .json()
                        .path("may_decide")
                        .asBoolean())
                .isFalse();
        assertThat(client.asPerson(ANA, "GET", "/api/reviews/" + id, "")
                        .json()
                        .path("may_decide")
                        .asBoolean())
                .isTrue();
        assertThat(client.decide(SecretToken.random(), id, "APPROVED").status()).isEqualTo(401);
        assertThat(client.decide(PAYMENTS, id, "APPROVED").status())
                .as("a sidecar's token is no person's")
                .isEqualTo(401);
        assertThat(client.claim(PAYMENTS, id).reviewStatus()).isEqualTo("PENDING");
    }

    @Test
    void whoAskedDoesNotDecideHoweverTheyAreNamed() throws Exception {
        PlaneClient client = planes.start().client;
        List<String> requesters = List.of(
                "{\"subject\":\"ana@example.com\"}",
                "{\"email\":\"Ana@Example.com\"}",
                "{\"subject\":\"okta|7\",\"email\":\"ANA@example.com\"}",
                "{\"subject\":\"ana\"}");
        for (String requester : requesters) {
            String id =
                    client.file(PAYMENTS, asked("by " + requester, requester)).id();
            Answer denied = client.approve(ANA, id);
            assertThat(denied.status()).as(requester).isEqualTo(403);
            assertThat(denied.message()).contains("you asked for this statement yourself");
            assertThat(client.approve(BO, id).status()).as(requester).isEqualTo(200);
        }
    }

    @Test
    void whoAsksForAStatementThatIsWaitingAlreadyDoesNotDecideEither() throws Exception {
        PlaneClient client = planes.start().client;
        String id = client.file(PAYMENTS, asked("DROP", "{\"email\":\"cy@example.com\"}"))
                .id();
        client.file(PAYMENTS, asked("DROP", "{\"email\":\"ana@example.com\"}"));
        assertThat(client.approve(ANA, id).status()).isEqualTo(403);
        assertThat(client.approve(BO, id).status()).isEqualTo(200);
    }

    @Test
    void whoApprovedAndThenAsksThemselvesHasNotApproved() throws Exception {
        ApprovalRule rule = TestPlane.rule(2, false, List.of("billing"), List.of(), false);
        TestPlane plane = planes.start(rule);
        plane.plane.ensureUser(new PlaneUser("dee@example.com", "Dee", List.of("billing"), Optional.of(DEE)));
        PlaneClient client = plane.client;
        String id = client.file(PAYMENTS, asked("DROP", "{\"email\":\"cy@example.com\"}"))
                .id();
        assertThat(client.approve(ANA, id).json().path("status").asText()).isEqualTo("PENDING");
        assertThat(client.file(PAYMENTS, asked("DROP", "{\"subject\":\"ANA\"}")).id())
                .isEqualTo(id);
        assertThat(client.approve(BO, id).json().path("status").asText())
                .as("of two who approved, one asks for it")
                .isEqualTo("PENDING");
        assertThat(client.approve(DEE, id).json().path("status").asText()).isEqualTo("APPROVED");
        assertThat(client.claim(PAYMENTS, id).json().at("/review/decided_by").asText())
                .isEqualTo("Bo, Dee");
    }

    @Test
    void whoApprovedDoesNotAskWhereNobodyWouldBeLeft() throws Exception {
        ApprovalRule rule = TestPlane.rule(2, false, List.of("billing"), List.of(), false);
        PlaneClient client = planes.start(rule).client;
        String id = client.file(PAYMENTS, asked("DROP", "{\"email\":\"cy@example.com\"}"))
                .id();
        client.approve(ANA, id);
        assertThat(client.file(PAYMENTS, asked("DROP", "{\"email\":\"ana@example.com\"}"))
                        .status())
                .isEqualTo(422);
        assertThat(client.approve(BO, id).json().path("status").asText()).isEqualTo("APPROVED");
    }

    @Test
    void aRuleMayAllowWhoAskedToDecide() throws Exception {
        ApprovalRule rule = TestPlane.rule(1, false, List.of("billing"), List.of(), true);
        PlaneClient client = planes.start(rule).client;
        String id = client.file(PAYMENTS, asked("DROP", "{\"email\":\"ana@example.com\"}"))
                .id();
        assertThat(client.approve(ANA, id).status()).isEqualTo(200);
    }

    @Test
    void twoApprovalsAreTwoPeople() throws Exception {
        ApprovalRule rule = TestPlane.rule(2, false, List.of("billing"), List.of(), false);
        PlaneClient client = planes.start(rule).client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        Answer first = client.approve(ANA, id);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().path("status").asText()).isEqualTo("PENDING");
        assertThat(client.claim(PAYMENTS, id).forward()).isFalse();
        Answer twice = client.approve(ANA, id);
        assertThat(twice.status()).isEqualTo(400);
        assertThat(twice.message()).contains("somebody else");
        Answer second = client.approve(BO, id);
        assertThat(second.json().path("status").asText()).isEqualTo("APPROVED");
        assertThat(second.json().path("decided_by").asText()).isEqualTo("Ana, Bo");
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
    }

    @Test
    void oneRejectionEndsWhatOthersApproved() throws Exception {
        ApprovalRule rule = TestPlane.rule(2, false, List.of("billing"), List.of(), false);
        PlaneClient client = planes.start(rule).client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        client.approve(ANA, id);
        assertThat(client.decide(BO, id, "REJECTED").status()).isEqualTo(200);
        assertThat(client.approve(ANA, id).status()).isEqualTo(400);
        assertThat(client.claim(PAYMENTS, id).reviewStatus()).isEqualTo("REJECTED");
    }

    @Test
    void everyGroupNeedsAPersonOfItsOwn() throws Exception {
        ApprovalRule rule = TestPlane.rule(1, true, List.of("billing", "oncall"), List.of(), false);
        PlaneClient client = planes.start(rule).client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        assertThat(client.approve(BO, id).json().path("status").asText())
                .as("one person is not two groups")
                .isEqualTo("PENDING");
        assertThat(client.approve(ANA, id).json().path("status").asText())
                .as("Bo counts for the group that Ana is not in")
                .isEqualTo("APPROVED");
    }

    @Test
    void oneOfAForcingGroupIsEnough() throws Exception {
        ApprovalRule rule = TestPlane.rule(2, false, List.of("ledger", "billing"), List.of("oncall"), false);
        PlaneClient client = planes.start(rule).client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        assertThat(client.approve(ANA, id).json().path("status").asText()).isEqualTo("PENDING");
        assertThat(client.approve(BO, id).json().path("status").asText()).isEqualTo("APPROVED");
        String other = client.file(PAYMENTS, "DROP TABLE payments").id();
        assertThat(client.approve(BO, other).json().path("status").asText()).isEqualTo("APPROVED");
    }

    @Test
    void anApprovalIsRevokedAndAQuestionTakenBack() throws Exception {
        PlaneClient client = planes.start().client;
        String approved = client.file(PAYMENTS, "one").id();
        client.approve(ANA, approved);
        assertThat(client.decide(BO, approved, "REJECTED").message()).contains("revoke it instead");
        assertThat(client.decide(BO, approved, "REVOKED").json().path("status").asText())
                .isEqualTo("REVOKED");
        assertThat(client.claim(PAYMENTS, approved).forward()).isFalse();
        assertThat(client.file(PAYMENTS, "one").status())
                .as("a revoked review is never matched again")
                .isEqualTo(201);

        String pending = client.file(PAYMENTS, "two").id();
        assertThat(client.decide(BO, pending, "REVOKED").json().path("status").asText())
                .isEqualTo("REJECTED");
    }

    @Test
    void aDecisionThatComesTooLateSaysSo() throws Exception {
        PlaneClient client = planes.start().client;
        String id = client.file(PAYMENTS, "one").id();
        client.approve(ANA, id);
        assertThat(client.approve(BO, id).status()).isEqualTo(400);
        client.claim(PAYMENTS, id);
        for (String status : List.of("APPROVED", "REJECTED", "REVOKED")) {
            Answer late = client.decide(ANA, id, status);
            assertThat(late.status()).isEqualTo(400);
            assertThat(late.message()).contains("the sidecar has already run the statement");
        }
    }

    @Test
    void curlWithoutAnyHeaderButTheTokenIsGoodEnough() throws Exception {
        PlaneClient client = planes.start().client;
        String id = client.file(PAYMENTS, "one").id();
        Answer approved = client.send(
                client.request("/api/reviews/" + id)
                        .header("authorization", "Bearer " + ANA.value())
                        .header("content-type", "application/x-www-form-urlencoded"),
                "PUT",
                "{\"status\": \"APPROVED\"}");
        assertThat(approved.status()).isEqualTo(200);
    }

    @Test
    void malformedDecisionsAreRefused() throws Exception {
        PlaneClient client = planes.start().client;
        String id = client.file(PAYMENTS, "one").id();
        for (String body : List.of(
                "",
                "[]",
                "{}",
                "{\"status\":\"approved\"}",
                "{\"status\":\"EXECUTED\"}",
                "{\"status\":\"APPROVED\",\"reasn\":\"x\"}",
                "{\"status\":\"REJECTED\",\"status\":\"APPROVED\"}",
                "{\"status\":\"APPROVED\",\"reason\":\"" + "x".repeat(1001) + "\"}",
                "{\"status\":\"APPROVED\",\"reason\":7}")) {
            assertThat(client.asPerson(ANA, "PUT", "/api/reviews/" + id, body).status())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(client.decide(ANA, "no-such-review", "APPROVED").status()).isEqualTo(404);
        assertThat(client.claim(PAYMENTS, id).reviewStatus()).isEqualTo("PENDING");
    }

    @Test
    void peopleListAndReadWithTheStatement() throws Exception {
        PlaneClient client = planes.start().client;
        String first = client.file(PAYMENTS, "DELETE FROM a\nWHERE true").id();
        String second = client.file(TestPlane.LEDGER, asked("two", "{\"subject\":\"agent-7\"}"))
                .id();
        Answer page = client.asPerson(CY, "GET", "/api/reviews?limit=1", "");
        assertThat(page.json().at("/reviews/0/id").asText()).isEqualTo(second);
        assertThat(page.json().at("/reviews/0/sidecar").asText()).isEqualTo("ledger");
        assertThat(page.json().at("/reviews/0/requester/subject").asText()).isEqualTo("agent-7");
        Answer rest = client.asPerson(
                CY,
                "GET",
                "/api/reviews?limit=1&cursor=" + page.json().path("next_cursor").asText(),
                "");
        assertThat(rest.json().at("/reviews/0/id").asText()).isEqualTo(first);
        assertThat(rest.json().at("/reviews/0/summary").asText()).isEqualTo("DELETE FROM a");
        assertThat(rest.json().at("/reviews/0").has("statement")).isFalse();
        assertThat(rest.json().has("next_cursor")).isFalse();
        assertThat(client.asPerson(CY, "GET", "/api/reviews?listener=nope", "")
                        .json()
                        .path("reviews"))
                .isEmpty();
        assertThat(client.asPerson(CY, "GET", "/api/reviews?status=PENDING&listener=billing-api", "")
                        .json()
                        .path("reviews"))
                .hasSize(2);

        Answer one = client.asPerson(CY, "GET", "/api/reviews/" + first, "");
        assertThat(one.json().path("statement").asText()).isEqualTo("DELETE FROM a\nWHERE true");
        assertThat(one.json().path("statement_is_text").asBoolean()).isTrue();
        assertThat(client.asPerson(CY, "GET", "/api/reviews/unknown", "").message())
                .isEqualTo("review not found");
        assertThat(client.asPerson(CY, "GET", "/api/reviews?cursor=-1", "").status())
                .isEqualTo(400);
        assertThat(client.send(client.request("/api/reviews"), "GET", "").status())
                .isEqualTo(401);
    }

    private static ObjectNode asked(String statement, String requester) {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
        filing.set("requester", dev.hoop.web.Json.read(requester));
        return filing;
    }
}
