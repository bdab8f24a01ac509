package dev.hoop.controlplane.internal.notify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.NotificationEvent;
import dev.hoop.controlplane.internal.review.ReviewEvent;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import dev.hoop.web.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The deliveries that are due, in the database. Safe for use by many threads and by many planes on one database. */
final class Outbox {

    private final List<Lane> lanes;

    Outbox(List<Lane> lanes) {
        this.lanes = List.copyOf(lanes);
    }

    /**
     * A delivery that is this plane's to make, for as long as it said.
     *
     * @param id the same at every attempt
     * @param told what is told, see {@link Told}
     * @param attempts with this one
     */
    record Due(
            String id,
            NotificationEvent event,
            Optional<ReviewId> review,
            JsonNode told,
            Instant createdAt,
            int attempts) {}

    /** What became of an attempt. */
    sealed interface Settled {

        String id();

        /** It arrived. */
        record Delivered(String id) implements Settled {}

        /** It did not, and is tried again. */
        record Failed(String id, String error, Instant next) implements Settled {}

        /** It did not, and is not tried again. */
        record GivenUp(String id, String error, Instant at) implements Settled {}
    }

    /** Writes down what is to be told, in the transaction in which it happens. */
    void note(Handle handle, ReviewEvent event, Instant now) {
        StoredReview review = event.review();
        NotificationEvent what = NotificationEvent.valueOf(event.kind().name());
        List<Lane> wanting = lanes.stream()
                .filter(lane -> lane.channel().terms().wants(what, review.approvalRule()))
                .toList();
        if (wanting.isEmpty()) {
            return;
        }
        note(handle, wanting, what, Optional.of(review.id()), Told.of(handle, what, review), now);
    }

    /** The same of a freeze; whether anybody is told. */
    boolean note(Handle handle, Freeze freeze, Instant now) {
        NotificationEvent what = freeze.end().isPresent() ? NotificationEvent.UNFROZEN : NotificationEvent.FROZEN;
        List<Lane> wanting = lanes.stream()
                .filter(lane -> lane.channel().terms().wants(what))
                .toList();
        note(handle, wanting, what, Optional.empty(), Told.ofFreeze(what, freeze), now);
        return !wanting.isEmpty();
    }

    private static void note(
            Handle handle,
            List<Lane> wanting,
            NotificationEvent what,
            Optional<ReviewId> review,
            ObjectNode told,
            Instant now) {
        String text = Json.write(told);
        for (Lane lane : wanting) {
            handle.createUpdate(
                            "INSERT INTO notifications (id, channel, event, review_id, told, created_at, next_at, attempts)"
                                    + " VALUES (:id, :channel, :event, :review, :told, :now, :now, 0)")
                    .bind("id", UUID.randomUUID().toString())
                    .bind("channel", lane.key())
                    .bind("event", what.word())
                    .bind("review", review.map(ReviewId::value))
                    .bind("told", text)
                    .bind("now", now.toEpochMilli())
                    .execute();
        }
    }

    /** Whether a channel has anything to deliver now. */
    static boolean anyDue(Handle handle, String channel, Instant now) {
        return handle.createQuery("SELECT id FROM notifications WHERE channel = :channel AND given_up_at IS NULL"
                        + " AND next_at <= :now LIMIT 1")
                .bind("channel", channel)
                .bind("now", now.toEpochMilli())
                .mapTo(String.class)
                .findFirst()
                .isPresent();
    }

    /** Takes the next delivery of a channel; nobody else does until the lease ends. */
    static Optional<Due> take(Handle handle, String channel, Instant now, Duration lease) {
        return handle
                .createQuery("UPDATE notifications SET next_at = :until, attempts = attempts + 1 WHERE id ="
                        + " (SELECT id FROM notifications WHERE channel = :channel AND given_up_at IS NULL"
                        + " AND next_at <= :now ORDER BY next_at, seq LIMIT 1) AND next_at <= :now"
                        + " RETURNING id, event, review_id, told, created_at, attempts")
                .bind("channel", channel)
                .bind("now", now.toEpochMilli())
                .bind("until", now.plus(lease).toEpochMilli())
                .map((row, context) -> new Due(
                        row.getString("id"),
                        Told.event(row.getString("event")),
                        Optional.ofNullable(row.getString("review_id")).map(ReviewId::new),
                        Json.read(row.getString("told")),
                        Instant.ofEpochMilli(row.getLong("created_at")),
                        row.getInt("attempts")))
                .list()
                .stream()
                .findFirst();
    }

    /** Writes down what became of an attempt. */
    static void settle(Handle handle, Settled settled) {
        if (settled instanceof Settled.Delivered) {
            handle.createUpdate("DELETE FROM notifications WHERE id = :id")
                    .bind("id", settled.id())
                    .execute();
        } else if (settled instanceof Settled.Failed failed) {
            handle.createUpdate("UPDATE notifications SET next_at = :next, error = :error WHERE id = :id")
                    .bind("id", failed.id())
                    .bind("next", failed.next().toEpochMilli())
                    .bind("error", failed.error())
                    .execute();
        } else if (settled instanceof Settled.GivenUp givenUp) {
            giveUp(handle, givenUp);
        }
    }

    private static void giveUp(Handle handle, Settled.GivenUp givenUp) {
        handle.createUpdate("UPDATE notifications SET given_up_at = :at, error = :error WHERE id = :id")
                .bind("id", givenUp.id())
                .bind("at", givenUp.at().toEpochMilli())
                .bind("error", givenUp.error())
                .execute();
    }

    /** Gives up what no channel of any plane delivers any more, and forgets what was given up long ago. */
    static void sweep(Handle handle, Instant unserved, Instant forgotten, Instant now) {
        handle.createUpdate("UPDATE notifications SET given_up_at = :now, error = 'its channel is configured no more'"
                        + " WHERE given_up_at IS NULL AND created_at <= :unserved AND next_at <= :unserved")
                .bind("now", now.toEpochMilli())
                .bind("unserved", unserved.toEpochMilli())
                .execute();
        handle.createUpdate("DELETE FROM notifications WHERE given_up_at <= :forgotten")
                .bind("forgotten", forgotten.toEpochMilli())
                .execute();
    }
}
