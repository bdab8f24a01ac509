package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.Actor;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.LogEntry;
import dev.hoop.controlplane.internal.store.ReviewTable;
import java.time.Duration;
import java.time.Instant;

/**
 * Removes settled reviews when their time is up, with everything about them. What was decided about them stays in the
 * decision log, and so does that they were removed. Confined to one thread.
 */
final class Retention {

    private static final Duration EVERY = Duration.ofMinutes(10);

    private final Database database;
    private final Duration keep;
    private Instant next = Instant.MIN;

    Retention(Database database, Duration keep) {
        this.database = database;
        this.keep = keep;
    }

    /** Removes a batch when it is time to; the next call removes the next one, so that others get in between. */
    void tick(Instant now) {
        if (now.isBefore(next)) {
            return;
        }
        Instant end = now.minus(keep);
        int removed = database.write(handle -> {
            int gone = ReviewTable.removeSome(handle, end);
            if (gone > 0) {
                String what = gone + " that ended by " + end;
                DecisionLog.append(handle, LogEntry.of(Actor.plane(), "reviews.removed", what, now));
            }
            return gone;
        });
        if (removed < ReviewTable.BATCH) {
            next = now.plus(EVERY);
        }
    }
}
