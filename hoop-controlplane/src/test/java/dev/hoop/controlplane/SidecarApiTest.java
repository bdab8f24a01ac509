package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

@OnEachStorage
class SidecarApiTest {

    private final TestPlane plane;
    private final PlaneClient client;

    SidecarApiTest(TestPlane plane) {
        this.plane = plane;
        client = plane.client;
    }

    @Test
    void aBodyThatIsAllPiecesIsRefusedWhateverItIsSentTo() throws Exception {
        plane.withDee();
        String pieces = "{\"context\":[" + "{},".repeat(300_000) + "{}]}";
        for (String call : List.of("POST handshake", "PUT configuration", "POST reviews")) {
            String[] words = call.split(" ");
            Answer refused = client.asSidecar(PAYMENTS, words[0], "/api/sidecars/" + words[1], pieces);
            assertThat(refused.status()).as(call).isEqualTo(400);
            assertThat(refused.message()).contains("the JSON is larger than is read here");
        }
        for (String call : List.of("POST /api/freezes", "PUT /api/reviews/x", "POST /api/tokens")) {
            String[] words = call.split(" ");
            assertThat(client.asPerson(ANA, words[0], words[1], pieces).status())
                    .as(call)
                    .isEqualTo(400);
        }
        for (String call : List.of(
                "POST /api/sidecars",
                "PUT /api/sidecars/x/configuration",
                "POST /api/approval-rules",
                "POST /api/users")) {
            String[] words = call.split(" ");
            assertThat(client.asPerson(DEE, words[0], words[1], pieces).status())
                    .as(call)
                    .isEqualTo(400);
        }
    }

    @Test
    void aReviewIsFiledApprovedAndUsedOnce() throws Exception {
        Answer filed = client.file(PAYMENTS, "DELETE FROM invoices");
        assertThat(filed.status()).isEqualTo(201);
        assertThat(filed.forward()).isFalse();
        assertThat(filed.json().path("review").toString())
                .isEqualTo("{\"id\":\"" + filed.id() + "\",\"status\":\"PENDING\",\"listener_name\":\"billing-api\","
                        + "\"approval_rule\":\"billing-approvers\",\"created_at\":\"2026-09-29T14:02:11Z\","
                        + "\"decided_at\":null,\"expires_at\":\"2026-09-29T14:32:11Z\"}");

        Answer again = client.file(PAYMENTS, "DELETE FROM invoices");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.id()).isEqualTo(filed.id());
        assertThat(client.claim(PAYMENTS, filed.id()).forward()).isFalse();

        assertThat(client.approve(ANA, filed.id()).status()).isEqualTo(200);
        Answer status = client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/" + filed.id(), "");
        assertThat(status.json().path("status").asText()).isEqualTo("APPROVED");
        assertThat(status.json().path("decided_by").asText()).isEqualTo("Ana");
        assertThat(status.json().path("expires_at").asText()).isEqualTo("2026-09-29T14:17:11Z");

        Answer claimed = client.claim(PAYMENTS, filed.id());
        assertThat(claimed.status()).isEqualTo(200);
        assertThat(claimed.forward()).isTrue();
        assertThat(claimed.reviewStatus()).isEqualTo("EXECUTED");
        assertThat(claimed.json().at("/review/decided_by").asText()).isEqualTo("Ana");

        assertThat(client.claim(PAYMENTS, filed.id()).forward()).isFalse();
        Answer next = client.file(PAYMENTS, "DELETE FROM invoices");
        assertThat(next.status()).isEqualTo(201);
        assertThat(next.id()).isNotEqualTo(filed.id());
    }

    @Test
    void filingAnApprovedQuestionUsesItsApproval() throws Exception {
        String id = client.file(PAYMENTS, "DELETE FROM invoices").id();
        client.approve(ANA, id);
        assertThat(client.file(PAYMENTS, "DELETE FROM invoices WHERE id = 1").id())
                .isNotEqualTo(id);
        Answer other = client.file(LEDGER, "DELETE FROM invoices");
        assertThat(other.id()).as("another sidecar's question is another").isNotEqualTo(id);
        Answer used = client.file(PAYMENTS, "DELETE FROM invoices");
        assertThat(used.status()).isEqualTo(200);
        assertThat(used.id()).isEqualTo(id);
        assertThat(used.forward()).isTrue();
    }

    @Test
    void anotherSidecarsReviewAndAnUnknownOneReadAlike() throws Exception {
        String id = client.file(PAYMENTS, "SELECT 1").id();
        client.approve(ANA, id);
        for (String path : List.of(id, "00000000-0000-0000-0000-000000000000", "a%20b", "x".repeat(500))) {
            Answer status = client.asSidecar(LEDGER, "GET", "/api/sidecars/reviews/" + path, "");
            assertThat(status.status()).isEqualTo(404);
            assertThat(status.response().body()).isEqualTo("{\"message\":\"review not found\"}");
            Answer claim = client.asSidecar(LEDGER, "POST", "/api/sidecars/reviews/" + path + "/claim", "");
            assertThat(claim.status()).isEqualTo(404);
            assertThat(claim.response().body()).isEqualTo("{\"message\":\"review not found\"}");
        }
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
    }

    @Test
    void aCallThatDoesNotExistIsNotTakenForAMissingReview() throws Exception {
        Answer unknown = client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/a/b", "");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.response().headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
        Answer wrong = client.asSidecar(PAYMENTS, "DELETE", "/api/sidecars/reviews/a", "");
        assertThat(wrong.status()).isEqualTo(405);
        assertThat(wrong.response().headers().firstValue("allow")).hasValue("GET, HEAD");
    }

    @Test
    void everyCallNeedsAKnownToken() throws Exception {
        for (String call : List.of(
                "POST /api/sidecars/handshake",
                "PUT /api/sidecars/configuration",
                "POST /api/sidecars/reviews",
                "GET /api/sidecars/reviews",
                "GET /api/sidecars/reviews/stream",
                "GET /api/sidecars/reviews/1",
                "POST /api/sidecars/reviews/1/claim")) {
            String method = call.split(" ")[0];
            String path = call.split(" ")[1];
            assertThat(client.send(client.request(path), method, "{}").status())
                    .as(call)
                    .isEqualTo(401);
            assertThat(client.asSidecar(SecretToken.random(), method, path, "{}")
                            .status())
                    .as(call)
                    .isEqualTo(401);
            assertThat(client.asSidecar(ANA, method, path, "{}").status())
                    .as("a person's token is no sidecar's: " + call)
                    .isEqualTo(401);
        }
    }

    @Test
    void malformedFilingsAreRefused() throws Exception {
        for (String body : List.of(
                "",
                "[]",
                "{}",
                "{\"listener_name\":\"a\",\"approval_rule\":\"billing-approvers\"}",
                "{\"listener_name\":\"a\",\"approval_rule\":\"billing-approvers\",\"payload\":\"\"}",
                "{\"listener_name\":\"a\",\"approval_rule\":\"billing-approvers\",\"payload\":\"***\"}",
                "{\"listener_name\":\"a\",\"approval_rule\":\"billing-approvers\",\"payload\":\"YQ==\\n\"}",
                "{\"listener_name\":\"a\",\"approval_rule\":\"billing-approvers\",\"payload\":\"Y_-Q\"}",
                "{\"listener_name\":1,\"approval_rule\":\"billing-approvers\",\"payload\":\"YQ==\"}",
                "{\"listener_name\":\"a\\nb\",\"approval_rule\":\"billing-approvers\",\"payload\":\"YQ==\"}",
                "{\"listener_name\":\"a\\u202eb\",\"approval_rule\":\"billing-approvers\",\"payload\":\"YQ==\"}",
                "{\"listener_name\":\"\",\"approval_rule\":\"billing-approvers\",\"payload\":\"YQ==\"}",
                "{\"listener_name\":\"a\",\"approval_rule\":\"billing-approvers\",\"payload\":\"YQ==\","
                        + "\"payload\":\"Yg==\"}",
                "{\"listener_name\":\"a\",\"approval_rule\":\"billing-approvers\",\"payload\":\"YQ==\","
                        + "\"requester\":[]}")) {
            Answer answer = client.asSidecar(PAYMENTS, "POST", "/api/sidecars/reviews", body);
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.message()).as(body).isNotEmpty();
        }
        for (String query : List.of("limit=0", "limit=201", "limit=x", "status=SOME", "limit=1&limit=2")) {
            assertThat(client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews?" + query, "")
                            .status())
                    .as(query)
                    .isEqualTo(400);
        }
    }

    @Test
    void aStatementMayHave100KiBAndNoByteMore() throws Exception {
        assertThat(client.file(PAYMENTS, "x".repeat(100 * 1024)).status()).isEqualTo(201);
        assertThat(client.file(PAYMENTS, "x".repeat(100 * 1024 + 1)).status()).isEqualTo(413);
        assertThat(client.file(PAYMENTS, "x".repeat(900 * 1024)).status()).isEqualTo(413);
    }

    @Test
    void aQuestionThatNobodyCouldAnswerIsRefused() throws Exception {
        PlaneUser last = new PlaneUser("eve@example.com", "Eve", List.of("lonely"), Optional.empty());
        plane.plane.ensureUser(last);
        plane.plane.ensureApprovalRule(ApprovalRule.ofGroup("lonely", "lonely"));
        plane.plane.ensureUser(new PlaneUser(last.email(), last.name(), List.of(), last.token()));
        Answer noRule = client.file(PAYMENTS, PlaneClient.filing("billing-api", "no-such-rule", "SELECT 1"));
        assertThat(noRule.status()).isEqualTo(422);
        assertThat(noRule.message()).contains("no-such-rule");
        Answer nobody = client.file(PAYMENTS, PlaneClient.filing("billing-api", "lonely", "SELECT 1"));
        assertThat(nobody.status()).isEqualTo(422);
        assertThat(nobody.message()).contains("too few reviewers");
    }

    @Test
    void theStoredConfigurationSaysWhichRulesAListenerMayAskFor() throws Exception {
        plane.plane.ensureApprovalRule(ApprovalRule.ofGroup("inherited", "billing"));
        plane.plane.ensureApprovalRule(ApprovalRule.ofGroup("of-the-analyzer", "billing"));
        Answer none = client.asSidecar(PAYMENTS, "POST", "/api/sidecars/handshake", "{\"version\":\"1\"}");
        assertThat(none.status()).isEqualTo(412);

        String document = "{\"analyzer\":{\"approval_rule\":\"inherited\"},\"listeners\":["
                + "{\"name\":\"billing-api\",\"review\":{\"approval_rule\":\"billing-approvers\"}},"
                + "{\"name\":\"other\",\"analyzer\":{\"approval_rule\":\"of-the-analyzer\"}}]}";
        assertThat(client.asSidecar(PAYMENTS, "PUT", "/api/sidecars/configuration", "[]")
                        .status())
                .isEqualTo(400);
        assertThat(client.asSidecar(PAYMENTS, "PUT", "/api/sidecars/configuration", document)
                        .status())
                .isEqualTo(204);
        assertThat(client.asSidecar(PAYMENTS, "PUT", "/api/sidecars/configuration", document)
                        .status())
                .as("the same again changes nothing")
                .isEqualTo(204);
        assertThat(client.asSidecar(PAYMENTS, "PUT", "/api/sidecars/configuration", "{}")
                        .status())
                .as("seeding is for an empty plane")
                .isEqualTo(409);
        Answer shaken = client.asSidecar(PAYMENTS, "POST", "/api/sidecars/handshake", "");
        assertThat(shaken.status()).isEqualTo(200);
        assertThat(shaken.response().body()).isEqualTo(document);
        assertThat(client.asSidecar(LEDGER, "POST", "/api/sidecars/handshake", "")
                        .status())
                .isEqualTo(412);

        assertThat(fileStatus("billing-api", "billing-approvers")).isEqualTo(201);
        assertThat(fileStatus("billing-api", "inherited")).isEqualTo(201);
        assertThat(fileStatus("other", "of-the-analyzer")).isEqualTo(201);
        assertThat(fileStatus("other", "billing-approvers")).isEqualTo(422);
        assertThat(fileStatus("billing-api", "of-the-analyzer")).isEqualTo(422);
        assertThat(fileStatus("unknown", "billing-approvers")).isEqualTo(422);
        assertThat(client.file(LEDGER, "SELECT 1").status())
                .as("without a document any listener may ask")
                .isEqualTo(201);
    }

    @Test
    void theListIsNewestFirstAndNarrowed() throws Exception {
        String first = client.file(PAYMENTS, "one").id();
        String second = client.file(PAYMENTS, "two").id();
        String third = client.file(PAYMENTS, "three").id();
        client.file(LEDGER, "other");
        client.decide(ANA, second, "REJECTED");
        assertThat(ids("")).containsExactly(third, second, first);
        assertThat(ids("?limit=2")).containsExactly(third, second);
        assertThat(ids("?status=PENDING&limit=200")).containsExactly(third, first);
        assertThat(ids("?status=REJECTED")).containsExactly(second);
        assertThat(ids("?status=EXPIRED")).isEmpty();
    }

    @Test
    void aSidecarThatCallsIsSeen() throws Exception {
        assertThat(plane.plane.lastSeen("payments")).isEmpty();
        client.asSidecar(PAYMENTS, "POST", "/api/sidecars/handshake", "");
        assertThat(plane.plane.lastSeen("payments")).hasValue(plane.clock.instant());
        plane.clock.advance(java.time.Duration.ofMinutes(1));
        client.file(PAYMENTS, "SELECT 1");
        assertThat(plane.plane.lastSeen("payments")).hasValue(plane.clock.instant());
        assertThat(plane.plane.lastSeen("ledger")).isEmpty();
    }

    private int fileStatus(String listener, String rule) throws Exception {
        return client.file(PAYMENTS, PlaneClient.filing(listener, rule, "SELECT 1"))
                .status();
    }

    private List<String> ids(String query) throws Exception {
        JsonNode list = client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews" + query, "")
                .json();
        return StreamSupport.stream(list.spliterator(), false)
                .map(review -> review.path("id").asText())
                .toList();
    }
}
