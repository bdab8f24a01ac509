package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.Credentials;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReviewTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what expired and tells of it. Nothing depends on it being on time: every statement that reads or spends a
 * review compares the time itself.
 */
public final class ExpirySweep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExpirySweep.class);
    private static final Duration CREDENTIALS_EVERY = Duration.ofMinutes(10);

    private final Database database;
    private final ReviewEvents events;
    private final PlaneClock clock;
    private final ScheduledExecutorService timer;
    private Instant credentialsNext = Instant.MIN;

    private ExpirySweep(Database database, ReviewEvents events, PlaneClock clock) {
        this.database = database;
        this.events = events;
        this.clock = clock;
        this.timer = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "hoop-plane-sweep");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Sweeps now and then until it is closed. */
    public static ExpirySweep start(Database database, ReviewEvents events, PlaneClock clock, Duration pause) {
        ExpirySweep sweep = new ExpirySweep(database, events, clock);
        sweep.timer.scheduleWithFixedDelay(sweep::tick, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
        return sweep;
    }

    private void tick() {
        try {
            sweep();
        } catch (JdbiException e) {
            // The next one does it; until then readers see the state by the clock.
            LOG.warn("event=plane.sweep.failed error={}", e.getClass().getSimpleName());
        }
    }

    private void sweep() {
        Instant now = clock.now();
        // Looking first keeps the write lock free on a quiet plane.
        if (database.read(handle -> ReviewTable.anyToExpire(handle, now))) {
            List<ReviewEvent> expired = database.write(handle -> {
                List<ReviewEvent> happened = ReviewTable.expireAll(handle, now).stream()
                        .map(review -> new ReviewEvent(ReviewEvent.Kind.EXPIRED, review))
                        .toList();
                happened.forEach(event -> events.write(handle, event));
                return happened;
            });
            expired.forEach(events::publish);
        }
        if (now.isAfter(credentialsNext)) {
            credentialsNext = now.plus(CREDENTIALS_EVERY);
            database.write(handle -> {
                Credentials.sweep(handle, now);
                return true;
            });
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(20, TimeUnit.SECONDS)) {
                LOG.warn("event=plane.sweep.stuck");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
