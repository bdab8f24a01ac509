package dev.hoop.web;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The bounded pool for handlers that block. */
final class Workers {

    private final ThreadPoolExecutor pool;

    Workers(WebLimits limits) {
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
            return CompletableFuture.supplyAsync(() -> handler.handle(request), pool);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new WebFailure(503, "too busy: try again in a moment"));
        }
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
