package dev.hoop.proto.grpc;

import dev.hoop.proto.grpc.internal.h2.LoopClock;
import dev.hoop.testbase.Eventually;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Time that passes when the test says so. What is due runs on its loop, and is over when {@link #advance} returns. */
final class HandClock implements LoopClock {

    private record Task(long due, EventLoop loop, Runnable work, Promise<Void> promise) {}

    private final List<Task> tasks = new ArrayList<>();
    private long now;

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Future<?> after(EventLoop loop, long nanos, Runnable work) {
        Task task = new Task(now + nanos, loop, work, loop.newPromise());
        tasks.add(task);
        return task.promise();
    }

    /** Lets time pass, and runs what is due meanwhile. */
    void advance(Duration by) {
        long until = nanoTime() + by.toNanos();
        for (Optional<Task> next = next(until); next.isPresent(); next = next(until)) {
            run(next.get());
        }
        synchronized (this) {
            now = until;
        }
    }

    /** Waits until something is due within that time: who is to be late may not have begun to wait yet. */
    void awaitTaskWithin(Duration time) {
        Eventually.await(() -> isTaskWithin(time), Eventually.SOON, "somebody who waits for the time to pass");
    }

    private synchronized boolean isTaskWithin(Duration time) {
        return tasks.stream().anyMatch(task -> !task.promise().isCancelled() && task.due() <= now + time.toNanos());
    }

    private synchronized Optional<Task> next(long until) {
        tasks.removeIf(task -> task.promise().isCancelled());
        Optional<Task> first =
                tasks.stream().filter(task -> task.due() <= until).min(Comparator.comparingLong(Task::due));
        first.ifPresent(task -> {
            tasks.remove(task);
            now = Math.max(now, task.due());
        });
        return first;
    }

    private static void run(Task task) {
        CompletableFuture<Void> ran = new CompletableFuture<>();
        task.loop().execute(() -> {
            if (task.promise().setUncancellable()) {
                task.work().run();
            }
            ran.complete(null);
        });
        Eventually.get(ran, Eventually.SOON, "the loop's turn");
    }
}
