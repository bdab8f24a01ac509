package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/** Ids that were seen within a time that is just past. Bounded; the oldest go first. */
final class RecentIds {

    private static final int MOST = 4096;

    private record Seen(ReviewId id, long at) {}

    private final long nanos;
    private final Queue<Seen> seen = new ArrayDeque<>();

    RecentIds(Duration time) {
        this.nanos = time.toNanos();
    }

    void add(ReviewId id) {
        forget();
        if (seen.size() == MOST) {
            seen.remove();
        }
        seen.add(new Seen(id, System.nanoTime()));
    }

    boolean contains(ReviewId id) {
        forget();
        return seen.stream().anyMatch(past -> past.id().equals(id));
    }

    private void forget() {
        long now = System.nanoTime();
        while (!seen.isEmpty() && now - seen.element().at() > nanos) {
            seen.remove();
        }
    }
}
