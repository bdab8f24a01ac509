package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.StorageSettings;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReplicaChannel;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.review.ReviewId;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this plane and its replicas telling each other what happens. Only ids travel; each reads the review itself. When the
 * connection that listens was lost, something may have been missed, so whoever reads events here is sent to read again.
 */
public final class Replicas {

    private static final Logger LOG = LoggerFactory.getLogger(Replicas.class);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long SHORTEST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final StorageSettings settings;
    private final Database database;
    private final ReviewEvents events;
    private final PlaneClock clock;
    private final Runnable readAgain;
    private final String self = UUID.randomUUID().toString();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private volatile ReplicaChannel channel;

    private Replicas(
            StorageSettings settings,
            Database database,
            ReviewEvents events,
            PlaneClock clock,
            Runnable readAgain,
            ReplicaChannel channel) {
        this.settings = settings;
        this.database = database;
        this.events = events;
        this.clock = clock;
        this.readAgain = readAgain;
        this.channel = channel;
        this.thread = new Thread(this::run, "hoop-plane-replicas");
        thread.setDaemon(true);
    }

    /**
     * Joins the replicas on a PostgreSQL. A plane on a file has none, and nothing is done.
     *
     * @param readAgain ends what is open towards readers of events, so that they begin anew
     * @return how to leave
     * @throws IOException when the database is not there
     */
    public static Runnable join(
            StorageSettings settings, Database database, ReviewEvents events, PlaneClock clock, Runnable readAgain)
            throws IOException {
        if (database.kind() != Database.Kind.POSTGRESQL) {
            return () -> {};
        }
        try {
            Replicas replicas =
                    new Replicas(settings, database, events, clock, readAgain, ReplicaChannel.listen(settings));
            events.inTransaction((handle, event) -> ReplicaChannel.tell(handle, replicas.text(event)));
            replicas.thread.start();
            return replicas::leave;
        } catch (SQLException e) {
            throw new IOException("the database cannot be listened to: " + e.getMessage(), e);
        }
    }

    private String text(ReviewEvent event) {
        return self + " " + event.kind().word() + " " + event.review().id().value();
    }

    private void run() {
        while (!isStopped()) {
            try {
                for (String text : channel.hear(PATIENCE)) {
                    pass(text);
                }
            } catch (SQLException | JdbiException e) {
                if (!isStopped()) {
                    LOG.warn("event=plane.replicas.lost error={}", e.getClass().getSimpleName());
                    channel.close();
                    listenAgain();
                }
            }
        }
    }

    /** Streams end only when there is something to hear again: who reads before that would miss what happens in between. */
    private void listenAgain() {
        long pause = SHORTEST_PAUSE_MILLIS;
        while (!pausedUntilStopped(pause)) {
            try {
                channel = ReplicaChannel.listen(settings);
                if (isStopped()) {
                    channel.close();
                }
                readAgain.run();
                LOG.info("event=plane.replicas.back");
                return;
            } catch (SQLException e) {
                LOG.debug("event=plane.replicas.away", e);
                pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
            }
        }
    }

    private void pass(String text) {
        String[] parts = text.split(" ");
        if (parts.length != 3 || parts[0].equals(self)) {
            return;
        }
        Optional<ReviewEvent.Kind> kind = Arrays.stream(ReviewEvent.Kind.values())
                .filter(known -> known.word().equals(parts[1]))
                .findFirst();
        Optional<ReviewId> id = ReviewId.parse(parts[2]);
        // A replica of another version may tell of what is not known here.
        if (kind.isPresent() && id.isPresent()) {
            database.read(handle -> ReviewTable.find(handle, id.get(), clock.now()))
                    .ifPresent(review -> events.deliver(new ReviewEvent(kind.get(), review)));
        }
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    private boolean pausedUntilStopped(long millis) {
        try {
            return stopped.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void leave() {
        stopped.countDown();
        channel.close();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
