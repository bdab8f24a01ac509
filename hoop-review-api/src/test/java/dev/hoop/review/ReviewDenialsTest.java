package dev.hoop.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The texts are a contract: agents, people and other programs read them. */
class ReviewDenialsTest {

    private static final ReviewId ID = new ReviewId("9f97");

    private final ReviewDenials denials = new ReviewDenials("statement held for human approval", false);
    private final ReviewDenials withMcp = new ReviewDenials("statement held for human approval", true);

    private static Review review(ReviewStatus status, Optional<String> reason) {
        return new Review(
                ID,
                status,
                "billing",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                reason);
    }

    private Denial ended(ReviewStatus status) {
        return denials.ended(review(status, Optional.empty()));
    }

    @Test
    void pendingInReturnMode() {
        Denial denial = denials.pending(ID);

        assertThat(denial.message())
                .isEqualTo(
                        "statement held for human approval: waiting for approval; resend the identical statement once it"
                                + " is approved (review 9f97)");
        assertThat(denial.fields())
                .containsExactly(
                        Map.entry("X-Hoop-Denied", "review"),
                        Map.entry("X-Hoop-Review-Id", "9f97"),
                        Map.entry("X-Hoop-Review-Status", "PENDING"),
                        Map.entry("Retry-After", "5"));
        assertThat(denial.next()).isEqualTo(NextStep.WAIT);
    }

    @Test
    void pendingInReturnModeWhereThereIsMcp() {
        Denial denial = withMcp.pending(ID);

        assertThat(denial.message())
                .isEqualTo(
                        "review 9f97: waiting for approval; call the MCP tool review_wait with the review id, then resend"
                                + " the identical statement once it is approved (statement held for human approval)");
        assertThat(denial.fields()).isEqualTo(denials.pending(ID).fields());
    }

    @Test
    void timedOutInHoldMode() {
        Denial denial = denials.timedOut(ID, Duration.ofMinutes(30));

        assertThat(denial.message())
                .isEqualTo(
                        "statement held for human approval: still waiting for approval after 30m0s; run the statement"
                                + " again once it is approved (review 9f97)");
        assertThat(denial.fields())
                .containsExactly(
                        Map.entry("X-Hoop-Denied", "review"),
                        Map.entry("X-Hoop-Review-Id", "9f97"),
                        Map.entry("X-Hoop-Review-Status", "PENDING"));
    }

    @Test
    void onlyAPendingReviewInReturnModeSaysWhenToRetry() {
        assertThat(denials.timedOut(ID, Duration.ofMinutes(30)).retryAfterSeconds())
                .isEmpty();
        assertThat(ended(ReviewStatus.REJECTED).retryAfterSeconds()).isEmpty();
        assertThat(denials.failed(ReviewFailure.Kind.UNREACHABLE, Optional.of(ID))
                        .retryAfterSeconds())
                .isEmpty();
        assertThat(denials.interrupted(ID).retryAfterSeconds()).isEmpty();
    }

    @Test
    void rejectedWithAndWithoutAReason() {
        assertThat(ended(ReviewStatus.REJECTED).message())
                .isEqualTo("statement held for human approval: rejected (review 9f97)");
        Denial reasoned = denials.ended(review(ReviewStatus.REJECTED, Optional.of("not on a Friday")));
        assertThat(reasoned.message())
                .isEqualTo("statement held for human approval: rejected: not on a Friday (review 9f97)");
        assertThat(reasoned.fields()).containsEntry("X-Hoop-Review-Status", "REJECTED");
        assertThat(reasoned.next()).isEqualTo(NextStep.STOP);
    }

    @Test
    void whoDecidedIsAFieldOfItsOwn() {
        Review rejected = new Review(
                ID,
                ReviewStatus.REJECTED,
                "billing",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("Ana"),
                Optional.empty(),
                Optional.empty());
        Denial denial = denials.ended(rejected);

        assertThat(denial.message()).isEqualTo("statement held for human approval: rejected (review 9f97)");
        assertThat(denial.fields())
                .containsExactly(
                        Map.entry("X-Hoop-Denied", "review"),
                        Map.entry("X-Hoop-Review-Id", "9f97"),
                        Map.entry("X-Hoop-Review-Status", "REJECTED"),
                        Map.entry("X-Hoop-Decided-By", "Ana"));
        assertThat(denials.ended(rejected.withoutDecider()))
                .isEqualTo(denials.ended(review(ReviewStatus.REJECTED, Optional.empty())));
    }

    @ParameterizedTest
    @CsvSource({
        "REVOKED, the approval was revoked",
        "EXECUTED, the approval was already used",
        "EXPIRED, the approval expired"
    })
    void ended(String status, String text) {
        Denial denial = ended(new ReviewStatus(status));

        assertThat(denial.message()).isEqualTo("statement held for human approval: " + text + " (review 9f97)");
        assertThat(denial.fields())
                .containsEntry("X-Hoop-Review-Status", status)
                .doesNotContainKey("Retry-After");
    }

    @Test
    void aStatusOfTheFutureStopsToo() {
        Denial denial = ended(new ReviewStatus("ESCALATED"));

        assertThat(denial.message()).contains("ESCALATED").endsWith("(review 9f97)");
        assertThat(denial.next()).isEqualTo(NextStep.STOP);
    }

    @Test
    void unreachable() {
        Denial denial = denials.failed(ReviewFailure.Kind.UNREACHABLE, Optional.empty());

        assertThat(denial.message())
                .isEqualTo(
                        "statement held for human approval: the control plane could not be asked for approval; nothing"
                                + " ran");
        assertThat(denial.fields()).containsExactly(Map.entry("X-Hoop-Denied", "review"));
    }

    @ParameterizedTest
    @EnumSource(ReviewFailure.Kind.class)
    void everyFailureSaysThatNothingRan(ReviewFailure.Kind kind) {
        Denial denial = denials.failed(kind, Optional.of(ID));

        assertThat(denial.kind()).isEqualTo(Denial.Kind.REVIEW);
        assertThat(denial.message())
                .startsWith("statement held for human approval: ")
                .contains("; nothing ran")
                .endsWith("(review 9f97)");
        assertThat(denial.reviewStatus()).isEmpty();
        assertThat(denial.next()).isEqualTo(NextStep.STOP);
    }

    @Test
    void aPolicyDenialHasNoReview() {
        Denial denial = Denial.policy("denied by rule no-deletes");

        assertThat(denial.fields()).containsExactly(Map.entry("X-Hoop-Denied", "policy"));
        assertThat(denial.next()).isEqualTo(NextStep.STOP);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT0.25S, 0.25s",
        "PT1.5S, 1.5s",
        "PT45S, 45s",
        "PT1M, 1m0s",
        "PT30M, 30m0s",
        "PT30M5S, 30m5s",
        "PT1H, 1h0m0s",
        "PT25H1M1.001S, 25h1m1.001s"
    })
    void durationsReadAsTheReferenceProductPrintsThem(Duration duration, String text) {
        assertThat(ReviewDenials.goDuration(duration)).isEqualTo(text);
    }
}
