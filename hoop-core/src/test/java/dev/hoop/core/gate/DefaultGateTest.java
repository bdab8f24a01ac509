package dev.hoop.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.Samples;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is decided without a person. */
class DefaultGateTest {

    private final GateBench bench = new GateBench();

    @AfterEach
    void closeBench() {
        bench.close();
    }

    /** Answers what the test tells it, when the test tells it. */
    private record Scripted(String name, CompletableFuture<Verdict> answer) implements Evaluator {

        Scripted(String name) {
            this(name, new CompletableFuture<>());
        }

        @Override
        public boolean needsWhole(Statement head) {
            return false;
        }

        @Override
        public CompletionStage<Verdict> evaluate(Statement statement, Origin origin) {
            return answer;
        }
    }

    @Test
    void aHarmlessStatementIsForwardedAfterItsRecord() {
        Client client = bench.judge("get");

        assertThat(client.forwarded()).isEmpty();
        JsonNode record = bench.sink.records().get(0);
        assertThat(record.get("decision").asText()).isEqualTo("forward");
        assertThat(record.get("statement").asText()).isEqualTo("get");
        assertThat(bench.stats().forwarded()).isEqualTo(1);
    }

    @Test
    void theDecisionComesAtOnceWhereNothingIsWaitedFor() {
        bench.auditOptions = new AuditOptions(true, false, 8192, 256);
        Client client = new Client(bench);
        List<Decision> atOnce = bench.onLoop(() -> {
            bench.gate().judge(Samples.statement("get"), Samples.origin(1), bench.loop, client);
            return client.decisions();
        });

        assertThat(atOnce).containsExactly(Decision.FORWARD);
    }

    @Test
    void aRuleRefusesInItsOwnWords() {
        Client client = bench.judge("drop");

        assertThat(client.refused()).isEqualTo(Denial.policy("rule no-drops says no"));
        record("refuse", "rule", "no-drops");
        assertThat(bench.stats().deniedByRule()).isEqualTo(Map.of("no-drops", 1L));
    }

    @Test
    void aDenialOutweighsARequestForReview() {
        assertThat(bench.judge("delete and drop").refused().message()).contains("no-drops");
        assertThat(bench.plane.calls()).isEmpty();
    }

    @Test
    void observedGuardrailsDenyNothingFileNothingAndSaySo() {
        bench.mode = GuardrailMode.OBSERVE;

        assertThat(bench.judge("drop").forwarded()).isEmpty();
        assertThat(bench.judge("delete").forwarded()).isEmpty();
        assertThat(bench.judgeResponse("500")).isEmpty();
        assertThat(bench.plane.calls()).isEmpty();
        Eventually.await(() -> bench.sink.records().size() == 3, Eventually.SOON, "three records");
        List<JsonNode> records = bench.sink.records();
        assertThat(records.get(0).get("guardrails.would_deny").asText()).isEqualTo("no-drops");
        assertThat(records.get(1).get("guardrails.would_review").asText()).isEqualTo("ask-deletes");
        assertThat(records.get(2).get("enforced").asBoolean()).isFalse();
        assertThat(bench.stats().wouldDeny()).isEqualTo(2);
        assertThat(bench.stats().refused()).isZero();
    }

    @Test
    void aStatementWhoseRecordCannotBeWrittenDoesNotRun() {
        bench.sink.fail(true);
        Client client = bench.judge("get");

        assertThat(client.refused().message())
                .isEqualTo(GateDenials.notRecorded().message());
        assertThat(bench.stats().auditFailures()).isEqualTo(1);
        assertThat(bench.stats().forwarded()).isZero();
    }

    @Test
    void aRefusalDoesNotWaitForItsRecord() {
        bench.sink.fail(true);
        assertThat(bench.judge("drop").refused().message()).contains("no-drops");
    }

    @Test
    void failOpenForwardsWithoutARecord() {
        bench.auditOptions = new AuditOptions(true, false, 8192, 256);
        bench.sink.fail(true);

        assertThat(bench.judge("get").forwarded()).isEmpty();
    }

    @Test
    void aClientThatLeavesWhileItsRecordIsWrittenIsNotForwarded() {
        bench.sink.stall();
        Client client = bench.judge("get");
        Eventually.await(() -> bench.sink.stalledWrites() == 1, Eventually.SOON, "the record is on its way");
        client.cancel();
        bench.sink.resume();

        Eventually.await(() -> bench.sink.events().size() == 2, Eventually.SOON, "the record that it did not run");
        assertThat(client.decisions()).isEmpty();
        assertThat(bench.sink.events()).containsExactly("statement", "statement.not_run");
        assertThat(bench.stats().forwarded()).isZero();
    }

    @Test
    void aRuleThatThrowsRefusesAndTellsNothingOfTheStatement() {
        Client client = bench.judge(Samples.defective("secret"), Optional.empty());

        assertThat(client.refused().message()).isEqualTo(GateDenials.notJudged().message());
        assertThat(bench.sink.writes()).noneMatch(line -> line.contains("secret"));
    }

    @Test
    void evaluatorsAreAskedInOrderAndTheFirstDenialIsTheLastWord() {
        Scripted first = new Scripted("opa");
        Scripted second = new Scripted("analyzer");
        bench.evaluators = List.of(first, second);
        Client client = bench.judge("get");
        assertThat(client.decisions()).isEmpty();

        first.answer().complete(Verdict.ALLOW);
        second.answer().complete(new Verdict.Deny("analyzer", "too risky"));
        assertThat(client.refused().message()).isEqualTo("too risky");
        record("refuse", "rule", "analyzer");
    }

    @Test
    void anEvaluatorAsksForAReviewThatIsFiledAfterAllOthersAllowed() {
        Scripted asks = new Scripted("analyzer");
        Scripted allows = new Scripted("opa");
        bench.evaluators = List.of(asks, allows);
        Client client = bench.judge("get");
        asks.answer().complete(new Verdict.Review("analyzer"));
        bench.settle();
        assertThat(bench.plane.calls()).isEmpty();

        allows.answer().complete(Verdict.ABSTAIN);
        client.held();
        assertThat(bench.plane.calls()).containsExactly("file");
    }

    @Test
    void anEvaluatorThatFailsRefuses() {
        Scripted fails = new Scripted("opa");
        bench.evaluators = List.of(fails);
        fails.answer().completeExceptionally(new IllegalStateException("secret"));
        Client before = bench.judge("get");

        assertThat(before.refused().message()).startsWith("opa gave no answer");
        record("refuse", "evaluator_failed", "opa");
    }

    @Test
    void anEvaluatorThatFailsLaterRefuses() {
        Scripted fails = new Scripted("opa");
        bench.evaluators = List.of(fails);
        Client client = bench.judge("get");
        fails.answer().completeExceptionally(new IllegalStateException("secret"));

        assertThat(client.refused().message()).startsWith("opa gave no answer");
    }

    @Test
    void anEvaluatorThatDoesNotAnswerRefusesAndItsLateAnswerChangesNothing() {
        Scripted slow = new Scripted("opa");
        bench.evaluators = List.of(slow);
        bench.limits = HoldLimits.evaluatorLimit(Duration.ofMillis(5));
        Client client = bench.judge("get");

        assertThat(client.refused().message()).startsWith("opa gave no answer");
        slow.answer().complete(Verdict.ALLOW);
        bench.settle();
        assertThat(client.decisions()).hasSize(1);
    }

    @Test
    void aClientThatLeavesWhileAnEvaluatorThinksIsRecordedAndNeverTold() {
        Scripted slow = new Scripted("opa");
        bench.evaluators = List.of(slow);
        Client client = bench.judge("get");
        client.cancel();
        slow.answer().complete(Verdict.ALLOW);
        bench.settle();

        assertThat(client.decisions()).isEmpty();
        record("refuse", "client_gone", "");
        assertThat(bench.stats().abandoned()).isEqualTo(1);
    }

    @Test
    void aRuleThatAsksWhereNobodyIsToBeAskedRefuses() {
        bench.reviewed = false;
        assertThat(bench.judge("delete").refused().message()).contains("no review block");
    }

    @Test
    void aResponseRuleStopsAnAnswer() {
        assertThat(bench.judgeResponse("500")).contains(Denial.policy("errors stay here"));
        assertThat(bench.judgeResponse("200")).isEmpty();
        JsonNode record = bench.sink.records("response.denied").get(0);
        assertThat(record.get("rule").asText()).isEqualTo("no-errors");
        assertThat(bench.stats().responsesDenied()).isEqualTo(1);
    }

    @Test
    void refusalsAndCompletionsOfSessionsAreRecorded() {
        bench.gate().recordRefusal(Samples.origin(1), "two host fields");
        bench.gate().recordCompletion(Samples.origin(1), new ReviewId("r"), "204");

        assertThat(bench.sink.events()).containsExactly("request.refused", "statement.completed");
        assertThat(bench.stats().requestsRefused()).isEqualTo(1);
    }

    @Test
    void aSessionThatThrowsIsNotToldTwice() {
        CompletableFuture<Decision> told = new CompletableFuture<>();
        bench.onLoop(() -> bench.gate().judge(Samples.statement("get"), Samples.origin(1), bench.loop, decision -> {
            if (!told.complete(decision)) {
                throw new AssertionError("told twice");
            }
            throw new IllegalStateException("a session's defect");
        }));

        assertThat(Eventually.get(told, Eventually.SOON, "the decision")).isEqualTo(Decision.FORWARD);
        assertThat(bench.judge("get").forwarded()).isEmpty();
    }

    private void record(String decision, String reason, String rule) {
        JsonNode record = Eventually.value(
                () -> bench.sink.records("statement").stream().findFirst(), Eventually.SOON, "the statement's record");
        assertThat(record.get("decision").asText()).isEqualTo(decision);
        assertThat(record.get("reason").asText()).isEqualTo(reason);
        assertThat(record.path("rule").asText()).isEqualTo(rule);
    }
}
