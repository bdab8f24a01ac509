package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReplicaChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other replicas what happened here and is on disk, and now and then that this one is there: by one thread, many
 * words in one transaction. A NOTIFY within the transactions that change reviews would have their commits go one after the
 * other through the whole server, each with its own wait for the disk.
 *
 * <p>What happened and was not told when the process died shows as a replica that fell silent, see {@link ReplicaPeers}.
 */
final class ReplicaTeller {

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaTeller.class);

    /** How often a replica that has nothing to tell says that it is there. */
    static final Duration HERE_EVERY = Duration.ofSeconds(2);

    /**
     * From one transaction to the next, after which what is new is told at once: who is told has people's patience, and under
     * load many words are told, and what they are about is read, in one go.
     */
    private static final Duration BETWEEN = Duration.ofMillis(50);

    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);

    private static final int ROOM = 20_000;
    private static final int AT_ONCE = 500;

    private final Database database;
    private final String self;
    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(ROOM);
    private final AtomicBoolean lost = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "hoop-plane-tell");

    ReplicaTeller(Database database, String self) {
        this.database = database;
        this.self = self;
        thread.setDaemon(true);
    }

    /**
     * Says that this replica is there, so that it is missed should it fall silent, and tells from now on.
     *
     * @throws JdbiException when the database is not there
     */
    void start() {
        tellNow(List.of(ReplicaWord.here(self).text()));
        thread.start();
    }

    /** Has something told soon. Never blocks; what there is no room for has everybody read again. */
    void tell(ReplicaWord word) {
        if (!waiting.offer(word.text())) {
            lost.set(true);
        }
    }

    private void run() {
        List<String> words = new ArrayList<>();
        while (!isStopped()) {
            collect(words);
            if (told(words)) {
                words.clear();
                pause(BETWEEN);
            } else {
                pause(AFTER_FAILURE);
            }
        }
        waiting.drainTo(words);
        words.add(ReplicaWord.bye(self).text());
        told(words);
    }

    /** Adds what is to be told to what was not told before. */
    private void collect(List<String> words) {
        if (words.isEmpty()) {
            words.add(next());
        }
        waiting.drainTo(words, Math.max(0, AT_ONCE - words.size()));
        if (lost.getAndSet(false)) {
            words.add(ReplicaWord.again(self).text());
        }
    }

    private String next() {
        try {
            String word = waiting.poll(HERE_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            return word == null ? ReplicaWord.here(self).text() : word;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ReplicaWord.here(self).text();
        }
    }

    private boolean told(List<String> words) {
        try {
            tellNow(words);
            return true;
        } catch (JdbiException e) {
            LOG.debug("event=plane.replicas.untold words={}", words.size(), e);
            return false;
        }
    }

    private void tellNow(List<String> words) {
        database.read(handle -> {
            ReplicaChannel.tell(handle, words);
            return true;
        });
    }

    private boolean isStopped() {
        return stopped.getCount() == 0 || Thread.currentThread().isInterrupted();
    }

    private void pause(Duration length) {
        try {
            stopped.await(length.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells what is left, and that this replica is not missed from here on. */
    void stop() {
        stopped.countDown();
        waiting.offer(ReplicaWord.here(self).text());
        try {
            thread.join(TimeUnit.SECONDS.toMillis(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
