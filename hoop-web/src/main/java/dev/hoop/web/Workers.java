package dev.hoop.web;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The bounded pools for handlers that block: one for most of them, and a small one for short readings, which stand in no line
 * behind what takes long.
 */
final class Workers {

    /** As many as are worth having for what is over in a moment. */
    private static final int BRIEF = 2;

    private final ThreadPoolExecutor pool;
    private final ThreadPoolExecutor brief;
    private final long longestWaitNanos;
    private final LongSupplier nanoTime;

    Workers(WebLimits limits, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        longestWaitNanos = limits.longestWait().toNanos();
        pool = pool(limits.workers(), limits.workerQueue(), "hoop-web-worker");
        brief = pool(BRIEF, limits.workerQueue(), "hoop-web-brief");
    }

    private static ThreadPoolExecutor pool(int threads, int queue, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queue),
                new DefaultThreadFactory(name, true));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Runs it on one of the many workers. */
    CompletionStage<WebResponse> run(BlockingHandler handler, WebRequest request) {
        return run(pool, handler, request);
    }

    /** Runs it on one of the few workers for short readings. */
    CompletionStage<WebResponse> runBrief(BlockingHandler handler, WebRequest request) {
        return run(brief, handler, request);
    }

    private CompletionStage<WebResponse> run(ThreadPoolExecutor on, BlockingHandler handler, WebRequest request) {
        try {
            long asked = nanoTime.getAsLong();
            return CompletableFuture.supplyAsync(() -> answer(handler, request, asked), on);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(tooBusy());
        }
    }

    /** The caller may have given up by now: what changes something must not be done for nobody. */
    private WebResponse answer(BlockingHandler handler, WebRequest request, long asked) {
        if (nanoTime.getAsLong() - asked > longestWaitNanos) {
            throw tooBusy();
        }
        return handler.handle(request);
    }

    private static WebFailure tooBusy() {
        return new WebFailure(503, "too busy, nothing was done: try again in a moment");
    }

    /** Lets running handlers end within the time, then interrupts them. */
    void stop(Duration grace) {
        long deadline = System.nanoTime() + grace.toNanos();
        pool.shutdown();
        brief.shutdown();
        stop(pool, deadline);
        stop(brief, deadline);
    }

    private static void stop(ThreadPoolExecutor pool, long deadline) {
        try {
            if (!pool.awaitTermination(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
