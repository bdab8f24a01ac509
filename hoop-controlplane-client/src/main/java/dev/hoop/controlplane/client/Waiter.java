package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewId;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A statement that waits for a decision. Identity counts: many may wait for one review. */
final class Waiter {

    private final ReviewId id;
    private final Runnable worthClaiming;
    private final AtomicBoolean over = new AtomicBoolean();

    /** Guarded by the lock of the {@link DecisionStream}. */
    private Optional<ScheduledFuture<?>> timer = Optional.empty();

    Waiter(ReviewId id, Runnable worthClaiming) {
        this.id = id;
        this.worthClaiming = worthClaiming;
    }

    ReviewId id() {
        return id;
    }

    void timer(ScheduledFuture<?> next) {
        cancelTimer();
        timer = Optional.of(next);
    }

    void cancelTimer() {
        timer.ifPresent(task -> task.cancel(false));
        timer = Optional.empty();
    }

    /** Ends the wait; the callback is not called any more. */
    void close() {
        over.set(true);
    }

    /** Calls back, unless that was done or the wait ended. */
    void wake() {
        if (over.compareAndSet(false, true)) {
            worthClaiming.run();
        }
    }
}
