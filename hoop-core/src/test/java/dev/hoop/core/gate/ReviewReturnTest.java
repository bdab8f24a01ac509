package dev.hoop.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.core.audit.Samples;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Denial;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReviewReturnTest {

    private final GateBench bench = new GateBench();

    @BeforeEach
    void returning() {
        bench.reviewMode = ReviewMode.RETURN;
    }

    @AfterEach
    void closeBench() {
        bench.close();
    }

    @Test
    void aPendingReviewIsRefusedWithItsId() {
        Denial denial = bench.judge("delete").refused();

        assertThat(denial.message())
                .isEqualTo("held: waiting for approval; resend the identical statement once it is approved"
                        + " (review review-1)");
        assertThat(denial.fields())
                .isEqualTo(Map.of(
                        "X-Hoop-Denied", "review",
                        "X-Hoop-Review-Id", "review-1",
                        "X-Hoop-Review-Status", "PENDING",
                        "Retry-After", "5"));
        Eventually.await(() -> bench.sink.events().size() == 2, Eventually.SOON, "two records");
        assertThat(bench.sink.events()).containsExactly("review.filed", "statement");
        assertThat(bench.sink.records("statement").get(0).get("reason").asText())
                .isEqualTo("review_pending");
    }

    @Test
    void theReviewerIsToldWhichRuleAskedAndWhy() {
        ReviewId id = bench.judge("delete").refused().reviewId().orElseThrow();

        ReviewContext context = bench.plane.questionOf(id).context();
        assertThat(context.guardrail()).contains("ask-deletes");
        assertThat(context.why()).contains("rule ask-deletes says no");
        assertThat(context.operation()).contains(Samples.statement("delete").operation());
        assertThat(context.shape()).isEmpty();
    }

    @Test
    void theRoundOfOneApproval() {
        ReviewId first = bench.judge("delete").refused().reviewId().orElseThrow();
        assertThat(bench.judge("delete").refused().reviewId()).contains(first);
        bench.plane.approve(first);

        assertThat(bench.judge("delete").forwarded()).contains(new Approval(first, Optional.of("Ana")));
        ReviewId second = bench.judge("delete").refused().reviewId().orElseThrow();
        assertThat(second).isNotEqualTo(first);
        assertThat(bench.judge("delete other").refused().reviewId()).isPresent();
        assertThat(bench.plane.reviews()).isEqualTo(3);
        assertThat(bench.plane.claims()).isZero();
    }

    @Test
    void theReleaseIsRecordedBeforeTheStatementAndBothBeforeItIsForwarded() {
        bench.plane.approve(bench.judge("delete").refused().reviewId().orElseThrow());
        bench.judge("delete").forwarded();

        assertThat(bench.sink.events()).endsWith("review.released", "statement");
        JsonNode statement = bench.sink.records("statement").get(1);
        assertThat(statement.get("reason").asText()).isEqualTo("approved");
        assertThat(statement.get("rule").asText()).isEqualTo("ask-deletes");
        assertThat(statement.get("approved_by").asText()).isEqualTo("Ana");
    }

    @Test
    void theApproversNameStaysHereWhereItIsNotShown() {
        bench.showApprover = false;
        ReviewId id = bench.judge("delete").refused().reviewId().orElseThrow();
        bench.plane.approve(id);

        assertThat(bench.judge("delete").forwarded()).contains(new Approval(id, Optional.empty()));
        assertThat(bench.sink
                        .records("review.released")
                        .get(0)
                        .get("approved_by")
                        .asText())
                .isEqualTo("Ana");
    }

    @Test
    void anApprovalWhoseRecordFailsIsSpentAndTheClientIsToldSo() {
        ReviewId id = bench.judge("delete").refused().reviewId().orElseThrow();
        bench.plane.approve(id);
        bench.sink.fail(true);
        Denial denial = bench.judge("delete").refused();

        assertThat(denial.message()).contains("the approval is spent").contains("review-1");
        assertThat(denial.reviewStatus()).contains(ReviewStatus.EXECUTED);
        assertThat(bench.stats().approvalsSpentInVain()).isEqualTo(1);
        assertThat(bench.stats().auditFailures()).isEqualTo(1);
    }

    @Test
    void theClientsOwnChoiceOfModeWins() {
        assertThat(bench.judge("delete", ReviewMode.HOLD).held()).isEqualTo(new ReviewId("review-1"));
    }

    @ParameterizedTest
    @CsvSource({"REJECTED, rejected", "REVOKED, the approval was revoked", "EXPIRED, the approval expired"})
    void aReviewThatEndedRefuses(String status, String text) {
        distort(false, status, Optional.empty(), Optional.empty());
        Denial denial = bench.judge("delete").refused();

        assertThat(denial.message()).isEqualTo("held: " + text + " (review review-1)");
        assertThat(denial.retryAfterSeconds()).isEmpty();
        Eventually.await(() -> bench.sink.events().size() == 3, Eventually.SOON, "three records");
        assertThat(bench.sink.records("review.ended").get(0).get("detail").asText())
                .isEqualTo(status);
    }

    @Test
    void aStatusOfANewerPlaneRefuses() {
        distort(false, "ESCALATED", Optional.empty(), Optional.empty());
        assertThat(bench.judge("delete").refused().message()).contains("ESCALATED");
    }

    @ParameterizedTest
    @CsvSource({"PENDING", "REJECTED", "ESCALATED"})
    void aReleaseThatContradictsItselfIsNone(String status) {
        distort(true, status, Optional.empty(), Optional.empty());
        garbled();
    }

    @Test
    void anApprovalThatDoesNotReleaseIsNone() {
        distort(false, "APPROVED", Optional.empty(), Optional.empty());
        garbled();
    }

    @Test
    void aReleaseOfAnotherListenersReviewIsNone() {
        distort(true, "EXECUTED", Optional.empty(), Optional.of("another"));
        garbled();
    }

    private void garbled() {
        Denial denial = bench.judge("delete").refused();
        assertThat(denial.message()).contains("could not be understood; nothing ran");
        assertThat(bench.stats().forwarded()).isZero();
        assertThat(bench.stats().reviewsFailed()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(ReviewFailure.Kind.class)
    void withoutAnAnswerNothingRuns(ReviewFailure.Kind kind) {
        bench.plane.fail(kind);
        Denial denial = bench.judge("delete").refused();

        assertThat(denial.message()).startsWith("held: ").endsWith("; nothing ran");
        assertThat(denial.reviewId()).isEmpty();
        assertThat(bench.plane.calls()).containsExactly("file");
    }

    @Test
    void aPlaneThatNeverAnswersIsGivenUpAndALateReleaseIsRecordedAsSpent() {
        bench.limits = HoldLimits.callLimit(Duration.ofMillis(5));
        ReviewId id = approvedReview();
        bench.plane.delayAnswers();
        Client client = bench.judge("delete");

        assertThat(client.refused().message()).contains("could not be asked for approval; nothing ran");
        bench.plane.deliverAnswers();
        Eventually.await(
                () -> bench.sink.records("review.ended").stream()
                        .anyMatch(record -> record.get("end").asText().equals("spent_not_run")),
                Eventually.SOON,
                "the spent approval is recorded");
        assertThat(bench.plane.statusOf(id)).isEqualTo(ReviewStatus.EXECUTED);
        assertThat(bench.stats().approvalsSpentInVain()).isEqualTo(1);
        assertThat(client.decisions()).hasSize(1);
    }

    private ReviewId approvedReview() {
        bench.plane.file(new ReviewRequest(
                GateBench.LISTENER,
                "approvers",
                Samples.statement("delete").payload(),
                Samples.origin(1).requester()));
        ReviewId id = new ReviewId("review-1");
        bench.plane.approve(id);
        return id;
    }

    @Test
    void aClientThatLeavesWhileAnApprovedStatementIsFiledHasSpentIt() {
        approvedReview();
        bench.plane.delayAnswers();
        Client client = bench.judge("delete");
        client.cancel();
        bench.plane.deliverAnswers();

        Eventually.await(() -> bench.sink.events().size() == 2, Eventually.SOON, "two records");
        assertThat(client.decisions()).isEmpty();
        assertThat(bench.sink.records("review.ended").get(0).get("end").asText())
                .isEqualTo("spent_not_run");
        assertThat(bench.sink.records("statement").get(0).get("reason").asText())
                .isEqualTo("client_gone");
    }

    @Test
    void whatIsTooLargeToBeReviewedIsNotFiled() {
        Statement large = Samples.statement("delete " + "x".repeat(ReviewRequest.MAX_PAYLOAD_BYTES));
        Denial denial = bench.judge(large, Optional.empty()).refused();

        assertThat(denial.message()).contains("more than the 102400 that can be reviewed; nothing ran");
        assertThat(bench.plane.calls()).isEmpty();
    }

    /** Lets the plane say something else than what is true. */
    private void distort(boolean forward, String status, Optional<ReviewId> id, Optional<String> listener) {
        bench.plane.distort(answer -> {
            Review review = answer.review();
            return new ReviewAnswer(
                    forward,
                    new Review(
                            id.orElse(review.id()),
                            new ReviewStatus(status),
                            listener.orElse(review.listenerName()),
                            review.approvalRule(),
                            review.createdAt(),
                            review.decidedAt(),
                            review.decidedBy(),
                            review.expiresAt(),
                            review.rejectionReason()));
        });
    }
}
