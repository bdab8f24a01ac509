package dev.hoop.mcp.internal.review;

import dev.hoop.review.NextStep;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * A review that somebody waits for: read once for all of them, when it is first waited for and whenever the plane tells of
 * a decision. Confined to the thread of its {@link DecisionWaits}.
 */
final class WatchedReview {

    /** The plane's clock may be behind ours. */
    private static final Duration AFTER_EXPIRY = Duration.ofMillis(500);

    private final ReviewId id;
    private final DecisionWaits waits;
    private final Set<DecisionWait> waiting = new LinkedHashSet<>();
    private Optional<Review> last = Optional.empty();
    private long readAt;
    private boolean reading;
    private boolean readAgain;
    private ReviewService.@Nullable Wait listening;
    private @Nullable ScheduledFuture<?> nextRead;

    WatchedReview(ReviewId id, DecisionWaits waits) {
        this.id = id;
        this.waits = waits;
    }

    void join(DecisionWait wait) {
        waiting.add(wait);
        wait.startTimers();
        last.ifPresent(wait::stillWaits);
        // Heard before it is read, so that no decision falls between the two.
        listen();
        boolean fresh = last.isPresent()
                && System.nanoTime() - readAt < waits.timings().fresh().toNanos();
        if (!fresh && !reading) {
            read();
        }
    }

    /** @return true when nobody waits any more; then this object has ended */
    boolean leave(DecisionWait wait) {
        waiting.remove(wait);
        if (!waiting.isEmpty()) {
            return false;
        }
        if (listening != null) {
            listening.close();
            listening = null;
        }
        if (nextRead != null) {
            nextRead.cancel(false);
        }
        return true;
    }

    void timeOutAll() {
        List.copyOf(waiting).forEach(DecisionWait::timedOut);
    }

    private void listen() {
        if (listening == null) {
            listening = waits.reviews().awaitDecision(id, () -> waits.execute(this::woken));
        }
    }

    private void woken() {
        listening = null;
        if (!waiting.isEmpty()) {
            listen();
            read();
        }
    }

    private void read() {
        if (reading) {
            // What is on its way may have left before the decision.
            readAgain = true;
            return;
        }
        reading = true;
        waits.reviews()
                .status(id)
                .whenComplete((review, thrown) -> waits.execute(() -> {
                    reading = false;
                    if (thrown == null) {
                        read(review);
                    } else {
                        failed(FailureWords.failure(thrown));
                    }
                }));
    }

    private void read(Review review) {
        last = Optional.of(review);
        readAt = System.nanoTime();
        boolean pending = review.next() == NextStep.WAIT;
        for (DecisionWait wait : List.copyOf(waiting)) {
            if (pending) {
                wait.stillWaits(review);
            } else {
                wait.decided(review);
            }
        }
        if (pending && !waiting.isEmpty()) {
            review.expiresAt()
                    .ifPresent(
                            at -> readAfter(Duration.between(Instant.now(), at).plus(AFTER_EXPIRY)));
            readAgainIfAsked();
        }
    }

    private void failed(ReviewFailure failure) {
        if (failure.kind().mayPass()) {
            // It may be back before the waits end.
            if (!waiting.isEmpty()) {
                readAfter(waits.timings().retry());
                readAgain = false;
            }
            return;
        }
        List.copyOf(waiting).forEach(wait -> wait.failed(failure));
    }

    private void readAgainIfAsked() {
        if (readAgain) {
            readAgain = false;
            read();
        }
    }

    private void readAfter(Duration pause) {
        if (nextRead != null) {
            nextRead.cancel(false);
        }
        nextRead = waits.after(pause.isNegative() ? waits.timings().retry() : pause, this::readIfAwaited);
    }

    private void readIfAwaited() {
        if (!waiting.isEmpty()) {
            read();
        }
    }
}
