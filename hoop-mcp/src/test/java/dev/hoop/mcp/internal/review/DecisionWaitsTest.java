package dev.hoop.mcp.internal.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.mcp.internal.tool.ToolResult;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecisionWaitsTest {

    private static final Duration LONG = Duration.ofSeconds(300);

    private final ControlledReviews reviews = new ControlledReviews();
    private final DecisionWaits waits = new DecisionWaits(
            reviews,
            new WaitTimings(Duration.ofMillis(20), Duration.ofSeconds(60), Duration.ofMillis(20), Duration.ZERO, LONG));
    private final List<Tool.Running> running = new ArrayList<>();

    @AfterEach
    void end() {
        waits.close();
    }

    private static final class NoProgress implements Tool.Progress {
        @Override
        public boolean isWanted() {
            return false;
        }

        @Override
        public void report(double value, double total, String message) {
            throw new AssertionError("nobody wants it");
        }
    }

    private CompletableFuture<ToolResult> start(Duration limit) {
        CompletableFuture<ToolResult> result = new CompletableFuture<>();
        running.add(waits.start(ControlledReviews.ID, limit, new NoProgress(), answer -> {
            if (!result.complete(answer)) {
                throw new AssertionError("answered twice");
            }
        }));
        return result;
    }

    private static String text(CompletableFuture<ToolResult> result) {
        return Eventually.get(result, Eventually.SOON, "an answer").json().toString();
    }

    @Test
    void manyWhoWaitForOneReviewShareOneReading() {
        List<CompletableFuture<ToolResult>> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(start(LONG));
        }
        reviews.answer(0, ReviewStatus.PENDING);
        all.add(start(LONG));

        reviews.wake();
        reviews.answer(1, ReviewStatus.APPROVED);

        all.forEach(one -> assertThat(text(one)).contains("\"APPROVED\""));
        assertThat(reviews.reads()).isEqualTo(2);
        assertThat(waits.waiting()).isZero();
        Eventually.await(() -> reviews.listening() == 0, Eventually.SOON, "nobody listens any more");
    }

    @Test
    void aDecisionWhileAReadingIsUnderWayIsReadAgain() {
        CompletableFuture<ToolResult> waiting = start(LONG);
        reviews.read(0);
        reviews.wake();
        Eventually.await(() -> reviews.listening() == 1, Eventually.SOON, "it listens on");

        reviews.answer(0, ReviewStatus.PENDING);
        reviews.answer(1, ReviewStatus.REJECTED);

        assertThat(text(waiting)).contains("\"REJECTED\"");
    }

    @Test
    void itListensBeforeItReads() {
        start(LONG);
        reviews.read(0);

        assertThat(reviews.listening()).isEqualTo(1);
    }

    @Test
    void theEndOfAReviewsTimeIsSeenWithoutBeingTold() {
        CompletableFuture<ToolResult> waiting = start(LONG);
        reviews.read(0)
                .complete(ControlledReviews.review(
                        ReviewStatus.PENDING, Optional.of(Instant.now().plusMillis(50))));

        reviews.answer(1, ReviewStatus.EXPIRED);

        assertThat(text(waiting)).contains("\"EXPIRED\"");
    }

    @Test
    void aPlaneOutOfReachIsAskedAgain() {
        CompletableFuture<ToolResult> waiting = start(LONG);
        for (int i = 0; i < 3; i++) {
            reviews.read(i).completeExceptionally(new ReviewFailure(ReviewFailure.Kind.UNREACHABLE, "down"));
        }

        reviews.answer(3, ReviewStatus.APPROVED);

        assertThat(text(waiting)).contains("\"APPROVED\"");
    }

    @Test
    void whatBreaksUnforeseenEndsTheWait() {
        CompletableFuture<ToolResult> waiting = start(LONG);
        reviews.read(0).completeExceptionally(new IllegalStateException("a fault"));

        assertThat(text(waiting)).contains("could not be understood").doesNotContain("a fault");
    }

    @Test
    void whoeverLeavesIsNotAnsweredAndTheOthersAre() {
        CompletableFuture<ToolResult> leaves = start(LONG);
        CompletableFuture<ToolResult> stays = start(LONG);
        reviews.answer(0, ReviewStatus.PENDING);
        running.get(0).cancel();
        running.get(0).cancel();
        Eventually.await(() -> waits.waiting() == 1, Eventually.SOON, "one left");

        reviews.wake();
        reviews.answer(1, ReviewStatus.APPROVED);

        assertThat(text(stays)).contains("\"APPROVED\"");
        assertThat(leaves).isNotDone();
    }

    @Test
    void theEndAnswersEverybodyWithWhatIsKnown() {
        CompletableFuture<ToolResult> waiting = start(LONG);
        reviews.answer(0, ReviewStatus.PENDING);
        CompletableFuture<ToolResult> later = start(LONG);
        Eventually.await(() -> waits.waiting() == 2, Eventually.SOON, "two wait");

        waits.close();

        for (CompletableFuture<ToolResult> one : List.of(waiting, later)) {
            assertThat(text(one)).contains("\"timed_out\":true", "\"PENDING\"");
        }
        assertThat(text(start(LONG))).contains("shutting down", "Call this tool again");
        assertThat(waits.waiting()).isZero();
    }

    @Test
    void aLongWaitIsAnsweredAMomentBeforeItsEnd() {
        assertThat(WaitTimings.DEFAULT.real(Duration.ofSeconds(60))).isEqualTo(Duration.ofMillis(59_500));
        assertThat(WaitTimings.DEFAULT.real(Duration.ofSeconds(300))).isEqualTo(Duration.ofMillis(299_500));
        assertThat(WaitTimings.DEFAULT.real(Duration.ofSeconds(29))).isEqualTo(Duration.ofSeconds(29));
    }
}
