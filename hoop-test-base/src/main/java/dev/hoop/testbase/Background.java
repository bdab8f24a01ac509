package dev.hoop.testbase;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Work beside a test, each on a thread of its own. Since Java 25 what {@link CompletableFuture} runs by itself is in the common
 * pool, which has one thread on two processors: who blocks there keeps everything else there from running.
 */
public final class Background {

    /** Starts a thread for each task; it does not keep the process. */
    public static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "background");
        thread.setDaemon(true);
        thread.start();
    };

    private Background() {}

    /** Runs it; the future is done when that is. */
    public static CompletableFuture<Void> run(Runnable task) {
        return CompletableFuture.runAsync(task, THREADS);
    }

    /** Calls it; the future has what it gave. */
    public static <T> CompletableFuture<T> call(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, THREADS);
    }
}
