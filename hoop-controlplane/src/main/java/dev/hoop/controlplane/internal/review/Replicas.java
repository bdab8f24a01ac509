package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.StorageSettings;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Freezes;
import dev.hoop.controlplane.internal.store.ReplicaChannel;
import dev.hoop.controlplane.internal.store.ReviewBatch;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this plane and its replicas telling each other what happens. Only ids travel; each reads the review itself. When the
 * connection that listens was lost, or another replica fell silent, something may have been missed, so whoever reads events
 * here is sent to read again.
 */
public final class Replicas {

    private static final Logger LOG = LoggerFactory.getLogger(Replicas.class);

    private static final Duration PATIENCE = ReplicaTeller.HERE_EVERY;
    private static final long SHORTEST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final StorageSettings settings;
    private final Database database;
    private final ReviewEvents events;
    private final FreezeEvents freezes;
    private final PlaneClock clock;
    private final Runnable readAgain;
    private final String self = UUID.randomUUID().toString();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private final ReplicaPeers peers = new ReplicaPeers();
    private final ReplicaTeller teller;
    private volatile ReplicaChannel channel;

    private Replicas(
            StorageSettings settings,
            Database database,
            ReviewEvents events,
            FreezeEvents freezes,
            PlaneClock clock,
            Runnable readAgain,
            ReplicaChannel channel) {
        this.settings = settings;
        this.database = database;
        this.events = events;
        this.freezes = freezes;
        this.clock = clock;
        this.readAgain = readAgain;
        this.channel = channel;
        this.teller = new ReplicaTeller(database, self);
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
            StorageSettings settings,
            Database database,
            ReviewEvents events,
            FreezeEvents freezes,
            PlaneClock clock,
            Runnable readAgain)
            throws IOException {
        if (database.kind() != Database.Kind.POSTGRESQL) {
            return () -> {};
        }
        try {
            Replicas replicas = new Replicas(
                    settings, database, events, freezes, clock, readAgain, ReplicaChannel.listen(settings));
            replicas.teller.start();
            events.happenedHere(event -> replicas.teller.tell(new ReplicaWord.Happened(
                    replicas.self, event.kind(), event.review().id())));
            freezes.happenedHere(freeze -> replicas.teller.tell(new ReplicaWord.Froze(replicas.self, freeze.id())));
            replicas.thread.start();
            return replicas::leave;
        } catch (SQLException | JdbiException e) {
            throw new IOException("the database cannot be listened to: " + e.getMessage(), e);
        }
    }

    private void run() {
        while (!isStopped()) {
            try {
                pass(channel.hear(PATIENCE));
                if (peers.anyFellSilent(System.nanoTime())) {
                    LOG.warn("event=plane.replicas.silent");
                    readAgain.run();
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
                // Whoever fell silent meanwhile is made up for by this reading.
                peers.clear();
                readAgain.run();
                LOG.info("event=plane.replicas.back");
                return;
            } catch (SQLException e) {
                LOG.debug("event=plane.replicas.away", e);
                pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
            }
        }
    }

    private void pass(List<String> texts) {
        List<ReplicaWord.Happened> happened = new ArrayList<>();
        List<String> froze = new ArrayList<>();
        for (String text : texts) {
            Optional<ReplicaWord> word =
                    ReplicaWord.parse(text).filter(said -> !said.replica().equals(self));
            if (word.isPresent() && word.get() instanceof ReplicaWord.Itself itself) {
                note(itself);
            } else if (word.isPresent() && word.get() instanceof ReplicaWord.Happened one) {
                // A reader who comes later than this reads what is there, this review among it.
                if (one.kind() != ReviewEvent.Kind.FILED || events.wantsFilings()) {
                    happened.add(one);
                }
            } else if (word.isPresent() && word.get() instanceof ReplicaWord.Froze one) {
                froze.add(one.freeze());
            }
        }
        if (!happened.isEmpty()) {
            deliver(happened);
        }
        for (String id : froze) {
            database.read(handle -> Freezes.find(handle, id)).ifPresent(freezes::deliver);
        }
    }

    private void note(ReplicaWord.Itself itself) {
        switch (itself.state()) {
            case HERE -> {
                if (peers.isHere(itself.replica(), System.nanoTime())) {
                    // So that the new one misses this one, too, should it fall silent.
                    teller.tell(ReplicaWord.here(self));
                }
            }
            case BYE -> peers.left(itself.replica());
            case AGAIN -> readAgain.run();
        }
    }

    private void deliver(List<ReplicaWord.Happened> happened) {
        List<ReviewId> ids =
                happened.stream().map(ReplicaWord.Happened::review).distinct().toList();
        Map<ReviewId, StoredReview> reviews = database.read(handle -> ReviewBatch.reviews(handle, ids, clock.now()));
        for (ReplicaWord.Happened one : happened) {
            Optional.ofNullable(reviews.get(one.review()))
                    .ifPresent(review -> events.deliver(new ReviewEvent(one.kind(), review)));
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
        teller.stop();
        stopped.countDown();
        channel.close();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
