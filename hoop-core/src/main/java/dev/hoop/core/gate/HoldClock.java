package dev.hoop.core.gate;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * When a held statement acts: listens for the decision, says when the next claim is due, told or not, and when the hold's time
 * is up. Confined to the session's event loop.
 */
final class HoldClock {

    /** What it says; after {@link #end} nothing. */
    interface Alarms {

        /** A claim is worth trying. */
        void told();

        void claimDue();

        void timeUp();
    }

    private final ClaimPace pace;
    private final ReviewCalls calls;
    private final EventExecutor loop;
    private final Alarms alarms;

    private boolean ended;

    /** Numbers the waits for a decision: what an earlier one than this tells comes too late. */
    private int waits;

    /** Whether the current wait said that a claim is worth trying. */
    private boolean told;

    private ReviewService.@Nullable Wait wait;
    private @Nullable ScheduledFuture<?> claimTimer;
    private @Nullable ScheduledFuture<?> limitTimer;

    HoldClock(ClaimPace pace, ReviewCalls calls, EventExecutor loop, Alarms alarms) {
        this.pace = pace;
        this.calls = calls;
        this.loop = loop;
        this.alarms = alarms;
    }

    /** From now on the hold lasts so long. */
    void limit(Duration time) {
        limitTimer = after(time, alarms::timeUp);
    }

    /** The statement is held. */
    void start() {
        claimAfter(pace.untilRecheck());
    }

    /** A claim begins. Listening anew comes first, so that no decision made during it is missed. */
    void claiming(ReviewId id) {
        pace.claimedNow();
        listen(id);
    }

    /** The plane answered. */
    void answered() {
        pace.answered();
    }

    /** The statement waits on. */
    void claimNext() {
        claimAfter(told ? pace.whenTold() : pace.untilRecheck());
    }

    void claimAfterFailure() {
        claimAfter(pace.afterFailure());
    }

    void end() {
        ended = true;
        stop(claimTimer);
        stop(limitTimer);
        if (wait != null) {
            wait.close();
            wait = null;
        }
    }

    /** Before a hold is told of as before a claim: whoever hears of it may decide at once. */
    void listen(ReviewId id) {
        if (wait != null) {
            wait.close();
        }
        int number = ++waits;
        told = false;
        wait = calls.awaitDecision(id, () -> heard(number));
    }

    private void heard(int number) {
        if (number == waits && !ended) {
            told = true;
            alarms.told();
        }
    }

    private void claimAfter(Duration delay) {
        stop(claimTimer);
        if (delay.isZero() || delay.isNegative()) {
            alarms.claimDue();
        } else {
            claimTimer = after(delay, alarms::claimDue);
        }
    }

    private ScheduledFuture<?> after(Duration delay, Runnable step) {
        return loop.schedule(step, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static void stop(@Nullable ScheduledFuture<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
