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

/** The bounded pool for handlers that block. */
final class Workers {

    private final ThreadPoolExecutor pool;
    private final long longestWaitNanos;
    private final LongSupplier nanoTime;

    Workers(WebLimits limits, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        longestWaitNanos = limits.longestWait().toNanos();
        pool = new ThreadPoolExecutor(
                limits.workers(),
                limits.workers(),
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(limits.workerQueue()),
                new DefaultThreadFactory("hoop-web-worker", true));
        pool.allowCoreThreadTimeOut(true);
    }

    CompletionStage<WebResponse> run(BlockingHandler handler, WebRequest request) {
        try {
            long asked = nanoTime.getAsLong();
            return CompletableFuture.supplyAsync(() -> answer(handler, request, asked), pool);
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
        pool.shutdown();
        try {
            if (!pool.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
