package dev.hoop.controlplane.client;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Lets so many tasks run at once and keeps so many in line, in order. */
final class InFlightLimit {

    private final int most;
    private final int queued;
    private final Queue<Runnable> line = new ArrayDeque<>();
    private int running;

    InFlightLimit(int most, int queued) {
        this.most = most;
        this.queued = queued;
    }

    /**
     * Starts the task, now or when a place is free; the task owes one {@link #leave}.
     *
     * @return false when the line is full and the task will never start
     */
    boolean enter(Runnable task) {
        synchronized (this) {
            if (running >= most) {
                return line.size() < queued && line.add(task);
            }
            running++;
        }
        task.run();
        return true;
    }

    /** Frees a place. */
    void leave() {
        next().ifPresent(Runnable::run);
    }

    private synchronized Optional<Runnable> next() {
        Optional<Runnable> next = Optional.ofNullable(line.poll());
        if (next.isEmpty()) {
            running--;
        }
        return next;
    }
}
