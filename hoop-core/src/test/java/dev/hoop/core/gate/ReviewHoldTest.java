package dev.hoop.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.Denial;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReviewHoldTest {

    private static final ReviewId ID = new ReviewId("review-1");

    private final GateBench bench = new GateBench();

    @AfterEach
    void closeBench() {
        bench.close();
    }

    @Test
    void anApprovedStatementRunsOnce() {
        Client client = hold("delete");
        assertThat(client.decisions()).containsExactly(new Decision.Hold(ID, Duration.ofMinutes(30)));
        assertThat(bench.stats().heldNow()).isEqualTo(1);
        bench.plane.approve(ID);

        assertThat(client.forwarded()).contains(new Approval(ID, Optional.of("Ana")));
        assertThat(bench.plane.calls()).containsExactly("file", "claim review-1");
        assertThat(bench.sink.events()).containsExactly("review.filed", "review.held", "review.released", "statement");
        assertThat(bench.stats().heldNow()).isZero();
        assertThat(bench.stats().holdTime()).isPositive();
        assertThat(bench.plane.waiting()).isZero();
    }

    @Test
    void aRejectionTellsItsReason() {
        Client client = hold("delete");
        bench.plane.reject(ID, "not on a Friday");

        assertThat(client.refused().message()).isEqualTo("held: rejected: not on a Friday (review review-1)");
        assertThat(client.refused().decidedBy()).contains("Ana");
        assertThat(bench.stats().reviewsRejected()).isEqualTo(1);
    }

    @Test
    void whoRejectedIsNotToldWhereThatIsHidden() {
        bench.showApprover = false;
        Client client = hold("delete");
        bench.plane.reject(ID, "not on a Friday");

        assertThat(client.refused().reviewStatus()).contains(ReviewStatus.REJECTED);
        assertThat(client.refused().decidedBy()).isEmpty();
    }

    @Test
    void aReviewThatNobodyDecidesExpires() {
        Client client = hold("delete");
        bench.plane.decide(ID, ReviewStatus.EXPIRED);

        Denial denial = client.refused();
        assertThat(denial.message()).isEqualTo("held: the approval expired (review review-1)");
        assertThat(denial.reviewStatus()).contains(ReviewStatus.EXPIRED);
        assertThat(bench.stats().reviewsExpired()).isEqualTo(1);
        assertThat(bench.stats().reviewsRejected()).isZero();
    }

    @Test
    void aHoldThatNobodyDecidesTimesOutAndClaimsNothing() {
        bench.holdTimeout = Duration.ofMillis(5);
        Client client = bench.judge("delete");

        Denial denial = client.refused();
        assertThat(denial.message())
                .isEqualTo("held: still waiting for approval after 0.005s; run the statement again once it is"
                        + " approved (review review-1)");
        assertThat(denial.reviewStatus()).contains(ReviewStatus.PENDING);
        assertThat(bench.plane.claims()).isZero();
        assertThat(bench.plane.waiting()).isZero();
        assertThat(bench.stats().holdsTimedOut()).isEqualTo(1);
        bench.plane.approve(ID);
        assertThat(bench.judge("delete").forwarded()).isPresent();
    }

    @Test
    void aClientThatHangsUpClaimsNothingAndLeavesTheApproval() {
        Client client = hold("delete");
        client.cancel();
        bench.plane.approve(ID);
        bench.settle();

        assertThat(bench.plane.claims()).isZero();
        assertThat(bench.plane.waiting()).isZero();
        assertThat(bench.plane.statusOf(ID)).isEqualTo(ReviewStatus.APPROVED);
        assertThat(client.decisions()).hasSize(1);
        assertThat(bench.sink.events()).endsWith("review.ended", "statement");
        assertThat(bench.stats().heldNow()).isZero();
        assertThat(bench.judge("delete").forwarded()).isPresent();
    }

    @Test
    void aClientThatHangsUpDuringAClaimHasSpentTheApproval() {
        Client client = hold("delete");
        bench.plane.delayAnswers();
        bench.plane.approve(ID);
        Eventually.await(() -> bench.plane.claims() == 1, Eventually.SOON, "the claim");
        client.cancel();
        assertThat(bench.sink.records("review.ended")).isEmpty();
        bench.plane.deliverAnswers();

        Eventually.await(() -> bench.sink.records("statement").size() == 1, Eventually.SOON, "the record");
        assertThat(bench.sink.records("review.ended").get(0).get("end").asText())
                .isEqualTo("spent_not_run");
        assertThat(client.decisions()).hasSize(1);
        assertThat(bench.stats().forwarded()).isZero();
        assertThat(bench.stats().approvalsSpentInVain()).isEqualTo(1);
    }

    @Test
    void aClientThatHangsUpDuringAClaimThatFindsNothingSpendsNothing() {
        Client client = hold("delete");
        bench.plane.delayAnswers();
        bench.plane.wake(ID);
        Eventually.await(() -> bench.plane.claims() == 1, Eventually.SOON, "the claim");
        client.cancel();
        bench.plane.deliverAnswers();

        Eventually.await(() -> bench.sink.records("statement").size() == 1, Eventually.SOON, "the record");
        assertThat(bench.sink.records("review.ended").get(0).get("end").asText())
                .isEqualTo("client_gone");
        assertThat(bench.stats().approvalsSpentInVain()).isZero();
        assertThat(bench.stats().heldNow()).isZero();
    }

    @Test
    void aDrainEndsTheHold() {
        Client client = hold("delete");
        client.interrupt();

        assertThat(client.refused().message())
                .isEqualTo("held: the sidecar is shutting down; run the statement again once it is approved"
                        + " (review review-1)");
        assertThat(bench.plane.claims()).isZero();
    }

    @Test
    void aDrainDuringAClaimLetsAnApprovedStatementRun() {
        Client client = hold("delete");
        bench.plane.delayAnswers();
        bench.plane.approve(ID);
        Eventually.await(() -> bench.plane.claims() == 1, Eventually.SOON, "the claim");
        client.interrupt();
        bench.plane.deliverAnswers();

        assertThat(client.forwarded()).isPresent();
    }

    @Test
    void aDrainWhileFilingRefusesWithTheId() {
        bench.plane.delayAnswers();
        Client client = bench.judge("delete");
        client.interrupt();
        bench.plane.deliverAnswers();

        assertThat(client.refused().reviewId()).contains(ID);
        assertThat(client.decisions()).hasSize(1);
    }

    @Test
    void theTimeLimitDuringAClaimLetsAnApprovedStatementRun() {
        bench.holdTimeout = Duration.ofMillis(200);
        Client client = bench.judge("delete");
        long heldAt = System.nanoTime();
        client.held();
        bench.plane.delayAnswers();
        bench.plane.approve(ID);
        // On a slow machine the limit may come before the claim; the hold is then over without one.
        Eventually.await(() -> bench.plane.claims() == 1 || client.hasFinal(), Eventually.SOON, "the claim");
        boolean claimed = bench.plane.claims() == 1;
        Eventually.await(
                () -> System.nanoTime() - heldAt > 2 * bench.holdTimeout.toNanos(), Eventually.SOON, "the limit");
        bench.settle();
        assertThat(client.hasFinal()).isEqualTo(!claimed);
        bench.plane.deliverAnswers();

        if (claimed) {
            assertThat(client.forwarded()).isPresent();
        }
    }

    @Test
    void aPlaneThatIsDownWhenFirstAskedRefuses() {
        bench.plane.fail(ReviewFailure.Kind.UNREACHABLE);
        assertThat(bench.judge("delete").refused().message())
                .isEqualTo("held: the control plane could not be asked for approval; nothing ran");
    }

    @Test
    void aPlaneThatGoesDownDuringAHoldAndComesBackWithTheDecisionIsAskedAgain() {
        Client client = hold("delete");
        bench.plane.fail(ReviewFailure.Kind.UNREACHABLE);
        bench.plane.wake(ID);
        Eventually.await(() -> bench.plane.claims() >= 3, Eventually.SOON, "retries");
        assertThat(client.hasFinal()).isFalse();

        bench.plane.tellNobody();
        bench.plane.approve(ID);
        bench.plane.recover();
        assertThat(client.forwarded()).isPresent();
    }

    @Test
    void retriesEndWithTheHold() {
        bench.holdTimeout = Duration.ofMillis(50);
        Client client = bench.judge("delete");
        Eventually.await(() -> bench.plane.reviews() == 1, Eventually.SOON, "the review");
        bench.plane.fail(ReviewFailure.Kind.UNREACHABLE);
        bench.plane.wake(ID);

        assertThat(client.refused().message()).contains("still waiting for approval after 0.05s");
    }

    @Test
    void aClientThatHangsUpBetweenRetriesEndsThem() {
        Client client = hold("delete");
        bench.plane.fail(ReviewFailure.Kind.UNREACHABLE);
        bench.plane.wake(ID);
        Eventually.await(() -> bench.plane.claims() >= 2, Eventually.SOON, "retries");
        client.cancel();
        bench.settle();
        int claims = bench.plane.claims();
        bench.plane.recover();
        bench.plane.approve(ID);
        bench.settle();

        assertThat(bench.plane.claims()).isEqualTo(claims);
        assertThat(bench.plane.statusOf(ID)).isEqualTo(ReviewStatus.APPROVED);
    }

    @ParameterizedTest
    @EnumSource(
            value = ReviewFailure.Kind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNREACHABLE", "TOO_MANY"})
    void anyOtherFailureOfAClaimRefuses(ReviewFailure.Kind kind) {
        Client client = hold("delete");
        bench.plane.fail(kind);
        bench.plane.wake(ID);

        assertThat(client.refused().reviewId()).contains(ID);
        assertThat(bench.plane.claims()).isEqualTo(1);
        assertThat(bench.stats().reviewsFailed()).isEqualTo(1);
    }

    @Test
    void aReleaseOfAnotherReviewIsNone() {
        Client client = hold("delete");
        bench.plane.distort(answer -> new ReviewAnswer(true, renamed(answer.review(), "review-2")));
        bench.plane.approve(ID);

        assertThat(client.refused().message()).contains("could not be understood; nothing ran");
        assertThat(bench.stats().forwarded()).isZero();
    }

    @Test
    void aClaimThatFindsItPendingWaitsOn() {
        Client client = hold("delete");
        bench.plane.wake(ID);
        Eventually.await(() -> bench.plane.claims() == 1, Eventually.SOON, "an early claim");
        bench.settle();
        assertThat(client.hasFinal()).isFalse();
        bench.plane.approve(ID);

        assertThat(client.forwarded()).isPresent();
    }

    @Test
    void aDecisionThatIsMadeDuringAClaimThatFoundNothingIsNotMissed() {
        Client client = hold("delete");
        bench.plane.delayAnswers();
        bench.plane.wake(ID);
        Eventually.await(() -> bench.plane.claims() == 1, Eventually.SOON, "an early claim");
        bench.plane.approve(ID);
        bench.settle();
        bench.plane.deliverAnswers();

        assertThat(client.forwarded()).isPresent();
    }

    @Test
    void aDecisionThatNobodyTellsOfIsFoundByARecheck() {
        bench.limits = HoldLimits.recheckEvery(Duration.ofMillis(5));
        bench.plane.tellNobody();
        Client client = hold("delete");
        bench.plane.approve(ID);

        assertThat(client.forwarded()).isPresent();
    }

    @Test
    void anAnswerThatComesAfterItsTimeStillReleasesAStatementThatWaits() {
        bench.limits = HoldLimits.callLimit(Duration.ofMillis(5));
        Client client = hold("delete");
        bench.plane.delayAnswers();
        bench.plane.approve(ID);
        Eventually.await(() -> bench.plane.claims() >= 2, Eventually.SOON, "a second claim");
        bench.plane.deliverAnswers();

        assertThat(client.forwarded()).isPresent();
        assertThat(bench.stats().forwarded()).isEqualTo(1);
    }

    @Test
    void aHeldStatementWhoseRecordFailsDoesNotRun() {
        Client client = hold("delete");
        bench.sink.fail(true);
        bench.plane.approve(ID);

        assertThat(client.refused().message()).contains("the approval is spent");
        assertThat(bench.stats().forwarded()).isZero();
    }

    @Test
    void ofFiftyHoldersOfOneApprovalOneRuns() {
        List<Client> clients =
                IntStream.range(0, 50).mapToObj(unused -> bench.judge("delete")).toList();
        clients.forEach(Client::held);
        Eventually.await(() -> bench.plane.waiting() == 50, Eventually.SOON, "all wait");
        assertThat(bench.plane.reviews()).isEqualTo(1);
        bench.plane.approve(ID);
        clients.forEach(client -> Eventually.await(client::hasFinal, Eventually.SOON, "a decision"));

        assertThat(clients.stream().filter(Client::wasForwarded)).hasSize(1);
        assertThat(clients.stream()
                        .filter(client -> !client.wasForwarded())
                        .map(client -> client.refused().message()))
                .hasSize(49)
                .containsOnly("held: the approval was already used (review review-1)");
        assertThat(bench.stats().heldNow()).isZero();
        assertThat(bench.sink.records("review.released")).hasSize(1);
    }

    @Test
    void theClientsOwnChoiceOfModeWins() {
        assertThat(bench.judge("delete", ReviewMode.RETURN).refused().retryAfterSeconds())
                .hasValue(5);
    }

    private Client hold(String text) {
        Client client = bench.judge(text);
        client.held();
        Eventually.await(() -> bench.plane.waiting() == 1, Eventually.SOON, "it waits");
        return client;
    }

    private static Review renamed(Review review, String id) {
        return new Review(
                new ReviewId(id),
                ReviewStatus.EXECUTED,
                review.listenerName(),
                review.approvalRule(),
                review.createdAt(),
                review.decidedAt(),
                review.decidedBy(),
                review.expiresAt(),
                review.rejectionReason());
    }
}
