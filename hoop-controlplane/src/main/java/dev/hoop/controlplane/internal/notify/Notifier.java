package dev.hoop.controlplane.internal.notify;

import dev.hoop.controlplane.NotificationChannel;
import dev.hoop.controlplane.Notifications;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.ReviewEvents;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that tells of reviews: writes down what is due from its making on, delivers from {@link #start} on. */
public final class Notifier implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    /** How long what was given up can be looked at. */
    private static final Duration REMEMBERED = Duration.ofDays(7);

    private static final Duration SWEEP_EVERY = Duration.ofHours(1);

    private final List<Courier> couriers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Outbox outbox;
    private final PlaneClock clock;

    private Notifier(Outbox outbox, PlaneClock clock) {
        this.outbox = outbox;
        this.clock = clock;
    }

    /**
     * Prepares all channels.
     *
     * @throws IOException when a file that a channel names cannot be used
     */
    public static Notifier of(Notifications notifications, Database database, ReviewEvents events, PlaneClock clock)
            throws IOException {
        List<Lane> lanes = notifications.channels().stream().map(Lane::of).toList();
        Notifier notifier = new Notifier(new Outbox(lanes), clock);
        if (lanes.isEmpty()) {
            return notifier;
        }
        Courier.Terms terms = new Courier.Terms(database, clock, Pace.USUAL, notifications.giveUpAfter());
        HttpPost http = new HttpPost();
        for (Lane lane : lanes) {
            notifier.couriers.add(new Courier(lane, sender(lane.channel(), database, http, clock), terms));
        }
        events.inTransaction((handle, event) -> notifier.outbox.note(handle, event, clock.now()));
        events.listen(event -> notifier.wake());
        notifier.threads.add(
                thread("hoop-plane-notify-sweep", () -> sweep(database, clock, notifications.giveUpAfter())));
        return notifier;
    }

    private static Sender sender(NotificationChannel channel, Database database, HttpPost http, PlaneClock clock)
            throws IOException {
        if (channel instanceof NotificationChannel.Webhook webhook) {
            return new WebhookSender(webhook, http, clock);
        }
        if (channel instanceof NotificationChannel.Slack slack) {
            return new SlackSender(slack, http);
        }
        return new EmailSender((NotificationChannel.Email) channel, database);
    }

    private void wake() {
        couriers.forEach(Courier::wake);
    }

    /** Something was frozen or unfrozen: to be called in the transaction that does it, before the decision log's entry. */
    public void noteFreeze(Handle handle, Freeze freeze) {
        if (outbox.note(handle, freeze, clock.now())) {
            Database.afterwards(handle, this::wake);
        }
    }

    /**
     * Delivers from now on, what was due before first.
     *
     * @param base the plane's address, for links
     */
    public void start(URI base) {
        couriers.forEach(courier -> threads.add(thread("hoop-plane-notify", () -> courier.run(base))));
        threads.forEach(Thread::start);
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void sweep(Database database, PlaneClock clock, Duration giveUpAfter) {
        try {
            while (true) {
                sweepOnce(database, clock.now(), giveUpAfter);
                TimeUnit.MILLISECONDS.sleep(SWEEP_EVERY.toMillis());
            }
        } catch (InterruptedException e) {
            // The plane ends.
        }
    }

    private static void sweepOnce(Database database, Instant now, Duration giveUpAfter) {
        try {
            database.write(handle -> {
                // A channel that is served gives up itself, at an attempt.
                Outbox.sweep(handle, now.minus(giveUpAfter).minus(SWEEP_EVERY), now.minus(REMEMBERED), now);
                return true;
            });
        } catch (RuntimeException e) {
            // The next one does it.
            LOG.warn("event=plane.notify.sweep_failed error={}", e.getClass().getSimpleName());
        }
    }

    /** Ends. What is not delivered stays due. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
