package dev.hoop.mcp.internal.review;

import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.mcp.internal.tool.ToolResult;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All waits for decisions. Those for one review share one reader, see {@link WatchedReview}.
 *
 * <p>Everything happens on one thread of its own, which also keeps the time, so however many wait, there is one thread and
 * there are no locks. What is called from outside only hands work to it.
 */
public final class DecisionWaits implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionWaits.class);

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final ReviewService reviews;
    private final WaitTimings timings;
    private final ScheduledThreadPoolExecutor thread;
    private final Map<ReviewId, WatchedReview> watched = new HashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean ending;

    public DecisionWaits(ReviewService reviews) {
        this(reviews, WaitTimings.DEFAULT);
    }

    DecisionWaits(ReviewService reviews, WaitTimings timings) {
        this.reviews = reviews;
        this.timings = timings;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "hoop-mcp-waits");
            made.setDaemon(true);
            return made;
        });
        thread.setRemoveOnCancelPolicy(true);
    }

    /** How many wait now. From any thread. */
    public int waiting() {
        return waiting.get();
    }

    /**
     * Begins a wait. From any thread.
     *
     * @param limit how long at most
     * @param done hears how it ended, unless it is cancelled before that
     */
    Tool.Running start(ReviewId id, Duration limit, Tool.Progress progress, Consumer<ToolResult> done) {
        DecisionWait wait = new DecisionWait(this, id, limit, progress, done);
        waiting.incrementAndGet();
        if (!execute(() -> join(wait))) {
            waiting.decrementAndGet();
            done.accept(FailureWords.ending());
        }
        return () -> execute(() -> leave(wait));
    }

    private void join(DecisionWait wait) {
        if (wait.isOver()) {
            return;
        }
        watched.computeIfAbsent(wait.id(), id -> new WatchedReview(id, this)).join(wait);
        if (ending) {
            wait.timedOut();
        }
    }

    /** Takes a wait out, whether or not it was answered. On this object's thread. */
    void leave(DecisionWait wait) {
        if (wait.end()) {
            waiting.decrementAndGet();
            WatchedReview review = watched.get(wait.id());
            if (review != null && review.leave(wait)) {
                watched.remove(wait.id());
            }
        }
    }

    ReviewService reviews() {
        return reviews;
    }

    WaitTimings timings() {
        return timings;
    }

    /**
     * Runs a task on this object's thread.
     *
     * @return false once that ended; then it does not run
     */
    boolean execute(Runnable task) {
        try {
            thread.execute(() -> run(task));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** The same after a pause, and then again after each further one. */
    ScheduledFuture<?> every(Duration pause, Runnable task) {
        long nanos = pause.toNanos();
        return thread.scheduleAtFixedRate(() -> run(task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** The same once, after a pause. */
    ScheduledFuture<?> after(Duration pause, Runnable task) {
        return thread.schedule(() -> run(task), Math.max(0, pause.toNanos()), TimeUnit.NANOSECONDS);
    }

    /** What is thrown here is a fault of ours; the others who wait must not suffer for it. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("event=mcp.wait.failed", e);
        }
    }

    /** Answers everybody with what is known, so that they call again and are served elsewhere; then ends. */
    @Override
    public void close() {
        CountDownLatch answered = new CountDownLatch(1);
        execute(() -> {
            ending = true;
            List.copyOf(watched.values()).forEach(WatchedReview::timeOutAll);
            answered.countDown();
        });
        try {
            if (!answered.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("event=mcp.waits.cut_off waiting={}", waiting());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
    }
}
