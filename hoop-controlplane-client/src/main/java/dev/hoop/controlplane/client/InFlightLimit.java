package dev.hoop.controlplane.client;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/** Lets so many tasks run at once and keeps so many in line, in order. */
final class InFlightLimit {

    private final int most;
    private final int queued;
    private final Queue<BooleanSupplier> line = new ArrayDeque<>();
    private int running;

    InFlightLimit(int most, int queued) {
        this.most = most;
        this.queued = queued;
    }

    /**
     * Starts the task, now or when a place is free.
     *
     * @param task returns whether it takes the place, which it then gives back with one {@link #leave}
     * @return false when the line is full and the task will never start
     */
    boolean enter(BooleanSupplier task) {
        synchronized (this) {
            if (running >= most) {
                return line.size() < queued && line.add(task);
            }
            running++;
        }
        if (!task.getAsBoolean()) {
            leave();
        }
        return true;
    }

    /** Gives a place to the first in line who still wants one. A loop, since all of a long line may have given up. */
    void leave() {
        Optional<BooleanSupplier> next = next();
        while (next.isPresent() && !next.get().getAsBoolean()) {
            next = next();
        }
    }

    private synchronized Optional<BooleanSupplier> next() {
        Optional<BooleanSupplier> next = Optional.ofNullable(line.poll());
        if (next.isEmpty()) {
            running--;
        }
        return next;
    }
}
