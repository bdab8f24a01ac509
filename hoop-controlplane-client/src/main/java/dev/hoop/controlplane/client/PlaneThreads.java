package dev.hoop.controlplane.client;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The client's own threads: one timer, and two workers that end when they have nothing to do. */
final class PlaneThreads implements AutoCloseable {

    private static final int WORKERS = 2;

    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor workers;

    PlaneThreads() {
        timer = new ScheduledThreadPoolExecutor(1, named("hoop-plane-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        workers = new ThreadPoolExecutor(
                WORKERS, WORKERS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named("hoop-plane-worker"));
        workers.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Where callbacks run; tasks must not block. */
    Executor workers() {
        return workers;
    }

    /**
     * Runs a task on a worker after a pause.
     *
     * @throws RejectedExecutionException when these threads were closed
     */
    ScheduledFuture<?> after(Duration pause, Runnable task) {
        return timer.schedule(() -> workers.execute(task), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        workers.shutdown();
    }
}
