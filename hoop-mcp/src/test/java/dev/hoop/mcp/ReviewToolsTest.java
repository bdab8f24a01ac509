package dev.hoop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.Trouble;
import dev.hoop.web.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewToolsTest {

    private final McpFixture mcp = McpFixture.start();
    private final McpCaller caller = mcp.caller();

    @AfterEach
    void end() {
        mcp.close();
    }

    private static String id(ReviewId id) {
        return "{'id':'" + id + "'}";
    }

    private static String wait(ReviewId id, String timeout) {
        return "{'id':'" + id + "','timeout_seconds':" + timeout + "}";
    }

    @Test
    void tellsOneReviewInFieldsAndTheSameAsText() {
        ReviewId review = mcp.file("DELETE /invoices/7");

        McpCaller.Answer answer = caller.tool("review_status", id(review));

        JsonNode told = answer.structured();
        assertThat(told.fieldNames())
                .toIterable()
                .containsExactly(
                        "id",
                        "status",
                        "listener_name",
                        "approval_rule",
                        "created_at",
                        "decided_at",
                        "next",
                        "instruction");
        assertThat(told.path("id").asText()).isEqualTo(review.value());
        assertThat(told.path("status").asText()).isEqualTo("PENDING");
        assertThat(told.path("listener_name").asText()).isEqualTo("billing-api");
        assertThat(told.path("approval_rule").asText()).isEqualTo("billing-approvers");
        assertThat(told.path("created_at").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(told.path("decided_at").isNull()).isTrue();
        assertThat(told.path("next").asText()).isEqualTo("wait");
        assertThat(answer.result().path("isError").asBoolean()).isFalse();
        assertThat(Json.read(answer.text())).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PENDING  | wait                       | Waiting for approval. Do not resend the statement yet. Call review_wait with this id to learn the decision.
            APPROVED | resend_identical_statement | Approved. Resend the identical statement, byte for byte, to listener billing-api. It runs once.
            REJECTED | stop                       | Rejected by a person. Stop: do not resend the statement. Only a person asks again.
            REVOKED  | stop                       | The approval was revoked before it was used. Stop: do not resend the statement. Only a person asks again.
            EXECUTED | stop                       | The approval was used: the statement ran once. Stop: do not resend the statement. Only a person asks again.
            EXPIRED  | stop                       | The review expired. Stop: do not resend the statement. Only a person asks again.
            PAUSED   | stop                       | The review is PAUSED, which does not let the statement run. Stop: do not resend the statement. Only a person asks again.
            """)
    void everyStatusHasItsNextStepAndItsWords(String status, String next, String instruction) {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().reviews().force(review, new ReviewStatus(status));

        JsonNode told = caller.tool("review_status", id(review)).structured();

        assertThat(told.path("status").asText()).isEqualTo(status);
        assertThat(told.path("next").asText()).isEqualTo(next);
        assertThat(told.path("instruction").asText()).isEqualTo(instruction);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            APPROVED | It runs once. Approved by ana@example.com: say so when you report what was done.
            EXECUTED | The approval was used: the statement ran once. Approved by ana@example.com: say so when you report what was done.
            """)
    void anApprovalSaysWhose(String status, String words) {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().reviews().approve(review);
        if (status.equals("EXECUTED")) {
            mcp.file("DELETE /invoices/7");
        }

        JsonNode told = caller.tool("review_status", id(review)).structured();

        assertThat(told.path("status").asText()).isEqualTo(status);
        assertThat(told.path("decided_by").asText()).isEqualTo("ana@example.com");
        assertThat(told.path("instruction").asText()).contains(words);
    }

    @Test
    void aRejectionSaysWhy() {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().reviews().reject(review, "not this one");

        JsonNode told = caller.tool("review_status", id(review)).structured();

        assertThat(told.path("rejection_reason").asText()).isEqualTo("not this one");
        assertThat(told.path("instruction").asText())
                .startsWith("Rejected by ana@example.com, who says why in rejection_reason.");
        assertThat(told.path("decided_at").isTextual()).isTrue();
    }

    @Test
    void noToolShowsTheStatementOrDecidesAnything() {
        ReviewId review = mcp.file("DELETE /a-statement-nobody-may-read");

        String all = caller.tool("review_status", id(review)).body()
                + caller.tool("review_wait", wait(review, "1")).body()
                + caller.tool("review_list", "{}").body();

        assertThat(all).contains(review.value()).doesNotContain("a-statement-nobody-may-read", "ana@example.com");
        assertThat(mcp.plane().reviews().claims()).isZero();
        assertThat(mcp.plane().reviews().filings()).isEqualTo(1);
    }

    @Test
    void aWaitEndsWithTheDecision() {
        ReviewId review = mcp.file("DELETE /invoices/7");
        CompletableFuture<McpCaller.Answer> waiting = caller.toolAsync("review_wait", id(review));
        Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");

        mcp.plane().reviews().approve(review);

        JsonNode told = Eventually.get(waiting, Eventually.SOON, "the decision").structured();
        assertThat(told.path("status").asText()).isEqualTo("APPROVED");
        assertThat(told.path("next").asText()).isEqualTo("resend_identical_statement");
        assertThat(told.path("timed_out").booleanValue()).isFalse();
        assertThat(told.path("waited_seconds").isInt()).isTrue();
        assertThat(mcp.server().waiting()).isZero();
    }

    @Test
    void aWaitForWhatIsDecidedEndsAtOnce() {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().reviews().reject(review, "no");

        JsonNode told = caller.tool("review_wait", id(review)).structured();

        assertThat(told.path("next").asText()).isEqualTo("stop");
        assertThat(told.path("timed_out").booleanValue()).isFalse();
        assertThat(told.path("waited_seconds").intValue()).isZero();
    }

    @Test
    void aWaitThatRunsOutIsNoError() {
        ReviewId review = mcp.file("DELETE /invoices/7");

        McpCaller.Answer answer = caller.tool("review_wait", wait(review, "1"));

        assertThat(answer.result().path("isError").booleanValue()).isFalse();
        assertThat(answer.structured().path("status").asText()).isEqualTo("PENDING");
        assertThat(answer.structured().path("next").asText()).isEqualTo("wait");
        assertThat(answer.structured().path("timed_out").booleanValue()).isTrue();
        assertThat(answer.structured().path("waited_seconds").intValue()).isGreaterThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "1.0", "-99999999999999999999999999"})
    void aTimeoutBelowItsBoundIsMovedToIt(String timeout) {
        ReviewId review = mcp.file("DELETE /invoices/7");

        JsonNode told = caller.tool("review_wait", wait(review, timeout)).structured();

        assertThat(told.path("timed_out").booleanValue()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"301", "99999999999999999999999999", "null"})
    void aTimeoutAboveItsBoundIsMovedToIt(String timeout) {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().reviews().approve(review);

        McpCaller.Answer answer = caller.tool("review_wait", wait(review, timeout));

        assertThat(answer.result().path("isError").booleanValue()).isFalse();
        assertThat(answer.structured().path("status").asText()).isEqualTo("APPROVED");
    }

    @Test
    void aListIsNewestFirstAndOfAllListeners() {
        List<String> filed = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            filed.add(0, mcp.file("DELETE /invoices/" + i).value());
        }
        mcp.plane().reviews().approve(new ReviewId(filed.get(3)));

        JsonNode all = caller.tool("review_list", "{}").structured().path("reviews");

        assertThat(all).hasSize(20);
        assertThat(all).extracting(review -> review.path("id").asText()).isEqualTo(filed.subList(0, 20));
        assertThat(caller.tool("review_list", "{'limit':200}").structured().path("reviews"))
                .hasSize(25);
        assertThat(caller.tool("review_list", "{'limit':100000}").structured().path("reviews"))
                .hasSize(25);
        assertThat(caller.tool("review_list", "{'limit':2}").structured().path("reviews"))
                .hasSize(2);
        JsonNode approved =
                caller.tool("review_list", "{'status':'APPROVED'}").structured().path("reviews");
        assertThat(approved).hasSize(1);
        assertThat(approved.path(0).path("id").asText()).isEqualTo(filed.get(3));
        assertThat(approved.path(0).path("next").asText()).isEqualTo("resend_identical_statement");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody-knows-it", "", "../../etc/passwd", "a b", "review-1\n"})
    void whatIsUnknownReadsLikeAWrongId(String unknown) {
        for (String tool : List.of("review_status", "review_wait")) {
            McpCaller.Answer answer = caller.tool(
                    tool, "{'id':" + Json.write(Json.read("\"" + unknown.replace("\n", "\\n") + "\"")) + "}");

            assertThat(answer.result().path("isError").booleanValue()).as(tool).isTrue();
            assertThat(answer.text()).startsWith("Not found on this Sidecar");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Trouble.class,
            names = {"TOO_OLD", "UNAUTHORIZED", "GARBAGE", "FORGETFUL", "REFUSES"})
    void aPlaneThatWillNotAnswerIsAnErrorThatSaysWhatToDo(Trouble trouble) {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().trouble(trouble);

        for (McpCaller.Answer answer : List.of(
                caller.tool("review_status", id(review)),
                caller.tool("review_wait", id(review)),
                caller.tool("review_list", "{}"))) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.result().path("isError").booleanValue()).isTrue();
            assertThat(answer.text()).contains("Stop");
            assertThat(answer.result().has("structuredContent")).isFalse();
        }
        if (trouble == Trouble.TOO_OLD) {
            assertThat(caller.tool("review_status", id(review)).text())
                    .isEqualTo(
                            "The Control Plane is older than this Sidecar and cannot report this. Stop. A person checks"
                                    + " the review in the Control Plane.");
        }
    }

    @Test
    void aPlaneThatIsAwayForAWhileDoesNotEndAWait() {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().trouble(Trouble.DOWN);
        assertThat(caller.tool("review_status", id(review)).text())
                .startsWith("The Control Plane cannot be reached now")
                .contains("Call this tool again");
        CompletableFuture<McpCaller.Answer> waiting = caller.toolAsync("review_wait", id(review));
        Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");
        mcp.plane().reviews().approve(review);

        mcp.plane().trouble(Trouble.NONE);

        assertThat(Eventually.get(waiting, Eventually.SOON, "the decision")
                        .structured()
                        .path("status")
                        .asText())
                .isEqualTo("APPROVED");
    }

    @Test
    void aPlaneThatWasAwayAllTheTimeIsAnError() {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().trouble(Trouble.DOWN);

        McpCaller.Answer answer = caller.tool("review_wait", wait(review, "1"));

        assertThat(answer.result().path("isError").booleanValue()).isTrue();
        assertThat(answer.text()).startsWith("The Control Plane cannot be reached now");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            review_status | {}                             | `id` is missing
            review_status | {'id':5}                       | `id` must be a string
            review_status | {'id':'x','wait':true}         | no such argument
            review_wait   | {'id':'x','timeout_seconds':'9'} | `timeout_seconds` must be a whole number
            review_wait   | {'id':'x','timeout_seconds':1.5} | `timeout_seconds` must be a whole number
            review_wait   | {'id':'x','timeout':5}         | It takes: id, timeout_seconds
            review_list   | {'status':'DONE'}              | `status` must be one of PENDING
            review_list   | {'limit':[1]}                  | `limit` must be a whole number
            """)
    void argumentsThatCannotBeUsedAreToldToTheModel(String tool, String arguments, String problem) {
        McpCaller.Answer answer = caller.tool(tool, arguments);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.result().path("isError").booleanValue()).isTrue();
        assertThat(answer.text()).contains(problem);
    }

    @Test
    void everyToolIsDescribedInFull() {
        JsonNode tools = caller.call("tools/list", Json.object()).result().path("tools");

        assertThat(tools)
                .extracting(tool -> tool.path("name").asText())
                .containsExactly("review_status", "review_wait", "review_list");
        for (JsonNode tool : tools) {
            assertThat(tool.path("description").asText()).isNotEmpty();
            assertThat(tool.path("inputSchema").path("type").asText()).isEqualTo("object");
            assertThat(tool.path("outputSchema").path("type").asText()).isEqualTo("object");
            assertThat(tool.path("annotations").path("readOnlyHint").booleanValue())
                    .isTrue();
        }
        JsonNode timeout = tools.path(1).path("inputSchema").path("properties").path("timeout_seconds");
        assertThat(timeout.path("default").intValue()).isEqualTo(60);
        assertThat(timeout.path("maximum").intValue()).isEqualTo(300);
        JsonNode limit = tools.path(2).path("inputSchema").path("properties").path("limit");
        assertThat(limit.path("default").intValue()).isEqualTo(20);
        assertThat(limit.path("maximum").intValue()).isEqualTo(200);
    }
}
