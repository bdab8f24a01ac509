package dev.hoop.controlplane.internal.notify;

import dev.hoop.controlplane.internal.notify.Outbox.Due;
import dev.hoop.controlplane.internal.notify.Outbox.Settled;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.review.ReviewId;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers what is due on one channel, one after the other, on a thread of its own. */
final class Courier {

    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    /** Other planes' filings and pauses that end are found by looking. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** Beyond the longest attempt, for the writing around it. */
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(20);

    private final Lane lane;
    private final Sender sender;
    private final Terms terms;
    private final Semaphore woken = new Semaphore(0);

    /** What couriers have in common. */
    record Terms(Database database, PlaneClock clock, Pace pace, Duration giveUpAfter) {}

    Courier(Lane lane, Sender sender, Terms terms) {
        this.lane = lane;
        this.sender = sender;
        this.terms = terms;
    }

    /** Something may be due. */
    void wake() {
        if (woken.availablePermits() == 0) {
            woken.release();
        }
    }

    /** Delivers until its thread is interrupted. */
    void run(URI base) {
        Optional<Settled> settled = Optional.empty();
        try {
            while (true) {
                Optional<Due> due = next(settled);
                settled = due.isPresent() ? Optional.of(deliver(due.get(), base)) : Optional.empty();
                if (due.isEmpty()) {
                    woken.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            // The plane ends: what is under way is somebody's when its lease ends.
        }
    }

    /** Writes down what became of the last attempt and takes the next delivery, in one transaction. */
    private Optional<Due> next(Optional<Settled> settled) throws InterruptedException {
        while (true) {
            try {
                if (settled.isEmpty() && !terms.database().read(handle -> Outbox.anyDue(handle, lane.key(), now()))) {
                    return Optional.empty();
                }
                return terms.database().write(handle -> {
                    settled.ifPresent(outcome -> Outbox.settle(handle, outcome));
                    return Outbox.take(
                            handle, lane.key(), now(), sender.longest().plus(LEASE_MARGIN));
                });
            } catch (RuntimeException e) {
                // The database is away: what was delivered is not forgotten, and nothing else is done meanwhile.
                LOG.warn(
                        "event=plane.notify.no_database channel=\"{}\" error={}",
                        lane.channel().label(),
                        e.getClass().getSimpleName());
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
            }
        }
    }

    private Settled deliver(Due due, URI base) throws InterruptedException {
        try {
            sender.send(delivery(due, base));
            LOG.debug(
                    "event=plane.notify.delivered channel=\"{}\" delivery={}",
                    lane.channel().label(),
                    due.id());
            return new Settled.Delivered(due.id());
        } catch (DeliveryFailure e) {
            return failed(due, String.valueOf(e.getMessage()), e.pause());
        } catch (RuntimeException e) {
            // A defect, or the database: the text of the exception may repeat anything.
            return failed(due, "it could not be put together: " + e.getClass().getSimpleName(), Optional.empty());
        }
    }

    private Settled failed(Due due, String error, Optional<Duration> wanted) {
        Instant now = now();
        boolean givenUp = !now.isBefore(due.createdAt().plus(terms.giveUpAfter()));
        LOG.warn(
                "event=plane.notify.{} channel=\"{}\" delivery={} review={} attempts={} error=\"{}\"",
                givenUp ? "given_up" : "failed",
                lane.channel().label(),
                due.id(),
                due.review().map(ReviewId::value).orElse("none"),
                due.attempts(),
                error);
        return givenUp
                ? new Settled.GivenUp(due.id(), error, now)
                : new Settled.Failed(due.id(), error, now.plus(terms.pace().after(due.attempts(), wanted)));
    }

    private Delivery delivery(Due due, URI base) {
        Optional<StatementText> statement = lane.channel().terms().includeStatement()
                ? due.review()
                        .map(id -> StatementText.of(terms.database().read(handle -> ReviewTable.payload(handle, id))))
                : Optional.empty();
        URI page = URI.create(base + due.review().map(id -> "/reviews/" + id).orElse("/admin/freezes"));
        return new Delivery(due.id(), due.event(), due.told(), page, statement);
    }

    private Instant now() {
        return terms.clock().now();
    }
}
