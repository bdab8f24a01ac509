package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.Credentials;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.StorageFailures;
import dev.hoop.controlplane.internal.store.StoredReview;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what expired and tells of it, and removes what was kept long enough. Nothing depends on it being on time:
 * every statement that reads or spends a review compares the time itself. Each replica has one; none does what another has
 * done.
 */
public final class ExpirySweep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExpirySweep.class);
    private static final Duration CREDENTIALS_EVERY = Duration.ofMinutes(10);

    private final Database database;
    private final ReviewEvents events;
    private final PlaneClock clock;
    private final Retention retention;
    private final ScheduledExecutorService timer;
    private Instant credentialsNext = Instant.MIN;

    private ExpirySweep(Database database, ReviewEvents events, PlaneClock clock, Duration keepSettled) {
        this.database = database;
        this.events = events;
        this.clock = clock;
        this.retention = new Retention(database, keepSettled);
        this.timer = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "hoop-plane-sweep");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Sweeps now and then until it is closed.
     *
     * @param keepSettled how long settled reviews stay
     * @param pause from the end of one sweep to the beginning of the next
     */
    public static ExpirySweep start(
            Database database, ReviewEvents events, PlaneClock clock, Duration keepSettled, Duration pause) {
        ExpirySweep sweep = new ExpirySweep(database, events, clock, keepSettled);
        sweep.timer.scheduleWithFixedDelay(sweep::tick, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
        return sweep;
    }

    private void tick() {
        try {
            sweep();
        } catch (RuntimeException e) {
            // The next one does it; until then readers see the state by the clock. Thrown on, it would have been the
            // last.
            LOG.warn(
                    "event=plane.sweep.failed error={} code={}", e.getClass().getSimpleName(), StorageFailures.code(e));
        }
    }

    private void sweep() {
        Instant now = clock.now();
        // Looking first keeps the write lock free on a quiet plane.
        if (database.read(handle -> ReviewTable.anyToExpire(handle, now))) {
            database.write(handle -> {
                for (StoredReview review : ReviewTable.expireSome(handle, now)) {
                    events.publish(handle, new ReviewEvent(ReviewEvent.Kind.EXPIRED, review));
                }
                return true;
            });
        }
        retention.tick(now);
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
