package dev.hoop.mcp.internal.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.mcp.internal.tool.ToolResult;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;

/** One client that waits for one review. Confined to the thread of its {@link DecisionWaits}. */
final class DecisionWait {

    private final DecisionWaits waits;
    private final ReviewId id;
    private final Duration limit;
    private final Tool.Progress progress;
    private final Consumer<ToolResult> done;
    private final long began = System.nanoTime();
    private final List<ScheduledFuture<?>> timers = new ArrayList<>();
    private Optional<Review> known = Optional.empty();
    private boolean over;

    DecisionWait(DecisionWaits waits, ReviewId id, Duration limit, Tool.Progress progress, Consumer<ToolResult> done) {
        this.waits = waits;
        this.id = id;
        this.limit = limit;
        this.progress = progress;
        this.done = done;
    }

    ReviewId id() {
        return id;
    }

    boolean isOver() {
        return over;
    }

    void startTimers() {
        Duration left = waits.timings().real(limit).minusNanos(System.nanoTime() - began);
        timers.add(waits.after(left, this::timedOut));
        if (progress.isWanted()) {
            timers.add(waits.every(waits.timings().progress(), this::report));
        }
    }

    private void report() {
        if (!over) {
            Duration waited = waited();
            progress.report(
                    waited.toMillis() / 1000.0,
                    limit.toSeconds(),
                    known.map(review -> review.status().word()).orElse("unknown") + ", waited " + waited.toSeconds()
                            + " of " + limit.toSeconds() + " s");
        }
    }

    private Duration waited() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** It was read that the review stands like this, and nobody has decided yet. */
    void stillWaits(Review review) {
        known = Optional.of(review);
    }

    void decided(Review review) {
        finish(result(review, false));
    }

    void failed(ReviewFailure failure) {
        finish(FailureWords.result(failure.kind()));
    }

    /** The time is up. A plane that was out of reach all the time is an error; one that was there before is none. */
    void timedOut() {
        finish(known.map(review -> result(review, true))
                .orElseGet(() -> FailureWords.result(ReviewFailure.Kind.UNREACHABLE)));
    }

    private ToolResult result(Review review, boolean timedOut) {
        ObjectNode json = ReviewBody.of(review);
        json.put("timed_out", timedOut);
        return ToolResult.of(json.put("waited_seconds", Math.round(waited().toMillis() / 1000.0)));
    }

    private void finish(ToolResult result) {
        if (!over) {
            waits.leave(this);
            done.accept(result);
        }
    }

    /** @return false when it was over before */
    boolean end() {
        if (over) {
            return false;
        }
        over = true;
        timers.forEach(timer -> timer.cancel(false));
        return true;
    }
}
