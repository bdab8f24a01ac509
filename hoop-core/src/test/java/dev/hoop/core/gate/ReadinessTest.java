package dev.hoop.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No approval is spent on a statement that its session could not run. */
class ReadinessTest {

    private static final String GUARDED = "delete";

    private final GateBench bench = new GateBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private void upstream(boolean there) {
        bench.readiness = () -> CompletableFuture.completedStage(there);
    }

    @Test
    void nothingIsFiledForWhatCouldNotRun() {
        upstream(false);
        for (ReviewMode mode : ReviewMode.values()) {
            assertThat(bench.judge(GUARDED, mode).notReady().approved()).isEmpty();
        }
        bench.readiness = () -> CompletableFuture.failedStage(new IllegalStateException("TEST"));
        assertThat(bench.judge(GUARDED).notReady().approved()).isEmpty();
        assertThat(bench.plane.calls()).isEmpty();
    }

    @Test
    void whatNeedsNoReviewIsNotMadeReady() {
        assertThat(bench.judge("select").forwarded()).isEmpty();
        assertThat(bench.preparations).hasValue(0);
    }

    @Test
    void anApprovalIsNotSpentWhereTheResendCouldNotRun() {
        bench.reviewMode = ReviewMode.RETURN;
        ReviewId review = bench.judge(GUARDED).refused().reviewId().orElseThrow();
        bench.plane.approve(review);
        upstream(false);

        assertThat(bench.judge(GUARDED).notReady().approved()).isEmpty();
        assertThat(bench.plane.statusOf(review)).isEqualTo(ReviewStatus.APPROVED);

        upstream(true);
        assertThat(bench.judge(GUARDED).forwarded().orElseThrow().reviewId()).isEqualTo(review);
    }

    @Test
    void aHeldStatementThatIsApprovedAndCouldNotRunEndsWithItsApprovalUnspent() {
        Client client = bench.judge(GUARDED);
        ReviewId review = client.held();
        upstream(false);
        bench.plane.approve(review);

        assertThat(client.notReady().approved()).contains(review);

        assertThat(bench.plane.claims()).isZero();
        assertThat(bench.plane.statusOf(review)).isEqualTo(ReviewStatus.APPROVED);
        assertThat(bench.stats().heldNow()).isZero();
        upstream(true);
        assertThat(bench.judge(GUARDED).forwarded().orElseThrow().reviewId()).isEqualTo(review);
    }

    @Test
    void whileNobodyHasDecidedAHoldOutlivesItsUpstream() {
        Client client = bench.judge(GUARDED);
        ReviewId review = client.held();
        upstream(false);
        bench.plane.wake(review);
        Eventually.await(() -> bench.plane.calls().contains("status " + review), Eventually.SOON, "the review is read");
        bench.settle();
        assertThat(client.hasFinal()).isFalse();

        upstream(true);
        bench.plane.approve(review);

        assertThat(client.forwarded().orElseThrow().reviewId()).isEqualTo(review);
    }

    @Test
    void aRejectionIsToldThoughTheStatementCouldNotRun() {
        Client client = bench.judge(GUARDED);
        ReviewId review = client.held();
        upstream(false);
        bench.plane.reject(review, "no");

        assertThat(client.refused().message()).contains("rejected: no");
    }

    @Test
    void whatIsReadyIsLetGoWhileTheWaitGoesOn() {
        Client client = bench.judge(GUARDED);
        ReviewId review = client.held();
        bench.settle();
        assertThat(bench.preparations).hasValue(1);
        assertThat(bench.stoodDown).hasValue(1);
        bench.plane.wake(review);
        Eventually.await(() -> bench.plane.claims() > 0, Eventually.SOON, "a claim");
        bench.settle();
        assertThat(bench.stoodDown.get()).isGreaterThan(1);
        bench.plane.approve(review);
        assertThat(client.forwarded()).isPresent();
        assertThat(bench.preparations.get()).isEqualTo(bench.plane.claims() + 1);
    }

    @Test
    void aClientThatGoesAwayWhileItIsMadeReadySpendsAndFilesNothing() {
        CompletableFuture<Boolean> dialling = new CompletableFuture<>();
        bench.readiness = () -> dialling;
        Client client = bench.judge(GUARDED);
        client.cancel();
        bench.onLoop(() -> dialling.complete(true));
        bench.settle();

        assertThat(bench.plane.calls()).isEmpty();
        assertThat(client.decisions()).isEmpty();
        assertThat(bench.stats().abandoned()).isOne();
    }

    @Test
    void aClientThatGoesAwayWhileItsClaimIsMadeReadyLeavesTheApproval() {
        Client client = bench.judge(GUARDED);
        ReviewId review = client.held();
        CompletableFuture<Boolean> dialling = new CompletableFuture<>();
        bench.readiness = () -> dialling;
        int before = bench.preparations.get();
        bench.plane.approve(review);
        Eventually.await(() -> bench.preparations.get() > before, Eventually.SOON, "it is made ready");
        client.cancel();
        bench.onLoop(() -> dialling.complete(true));
        bench.settle();

        assertThat(bench.plane.claims()).isZero();
        assertThat(bench.plane.statusOf(review)).isEqualTo(ReviewStatus.APPROVED);
        assertThat(client.hasFinal()).isFalse();
    }
}
