package dev.hoop.controlplane.internal.notify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * How the outbox stands.
 *
 * @param channels each channel that is configured, and those that are not but left something
 * @param troubled the newest deliveries that failed and are tried again, or were given up
 */
record OutboxState(List<Channel> channels, List<Troubled> troubled) {

    private static final int MOST_TROUBLED = 100;

    /**
     * One channel.
     *
     * @param label as in the log, free of secrets
     * @param configured whether this plane delivers on it
     * @param pending how many wait, failed ones included
     * @param failing how many of them failed at least once
     * @param oldest since when the oldest of them waits
     * @param lastError why the newest of those that failed did
     */
    record Channel(
            String label,
            boolean configured,
            int pending,
            int failing,
            int givenUp,
            Optional<Instant> oldest,
            Optional<String> lastError) {}

    /** One delivery that did not arrive yet. Its error is of fixed words, see {@link DeliveryFailure}. */
    record Troubled(
            String id,
            String channel,
            String event,
            Optional<String> review,
            Instant createdAt,
            Instant nextAt,
            int attempts,
            String error,
            Optional<Instant> givenUpAt) {}

    private record Counts(String key, int pending, int failing, int givenUp, Optional<Instant> oldest) {}

    static OutboxState of(Handle handle, List<Lane> lanes) {
        Map<String, String> labels = new LinkedHashMap<>();
        lanes.forEach(lane -> labels.put(lane.key(), lane.channel().label()));
        Map<String, Counts> counts = counts(handle);
        counts.keySet().forEach(key -> labels.computeIfAbsent(key, OutboxState::label));
        List<Channel> channels = new ArrayList<>();
        labels.forEach((key, label) -> {
            Counts known = counts.getOrDefault(key, new Counts(key, 0, 0, 0, Optional.empty()));
            channels.add(new Channel(
                    label,
                    lanes.stream().anyMatch(lane -> lane.key().equals(key)),
                    known.pending(),
                    known.failing(),
                    known.givenUp(),
                    known.oldest(),
                    lastError(handle, key)));
        });
        return new OutboxState(channels, troubled(handle, labels));
    }

    /** Of a channel that is configured no more only its kind is known: the rest of its key is a digest. */
    private static String label(String key) {
        int dash = key.indexOf('-');
        return (dash < 0 ? key : key.substring(0, dash)) + ", configured no more";
    }

    private static Map<String, Counts> counts(Handle handle) {
        Map<String, Counts> counts = new LinkedHashMap<>();
        handle.createQuery("""
                        SELECT channel,
                          SUM(CASE WHEN given_up_at IS NULL THEN 1 ELSE 0 END) AS pending,
                          SUM(CASE WHEN given_up_at IS NULL AND error IS NOT NULL THEN 1 ELSE 0 END) AS failing,
                          SUM(CASE WHEN given_up_at IS NOT NULL THEN 1 ELSE 0 END) AS given_up,
                          COALESCE(MIN(CASE WHEN given_up_at IS NULL THEN created_at END), 0) AS oldest
                        FROM notifications GROUP BY channel ORDER BY channel""")
                .map((row, context) -> new Counts(
                        row.getString("channel"),
                        row.getInt("pending"),
                        row.getInt("failing"),
                        row.getInt("given_up"),
                        Optional.of(row.getLong("oldest")).filter(at -> at > 0).map(Instant::ofEpochMilli)))
                .forEach(one -> counts.put(one.key(), one));
        return counts;
    }

    private static Optional<String> lastError(Handle handle, String channel) {
        return handle.createQuery("SELECT error FROM notifications WHERE channel = :channel AND error IS NOT NULL"
                        + " ORDER BY seq DESC LIMIT 1")
                .bind("channel", channel)
                .mapTo(String.class)
                .findOne();
    }

    private static List<Troubled> troubled(Handle handle, Map<String, String> labels) {
        return handle.createQuery(
                        "SELECT id, channel, event, review_id, created_at, next_at, attempts, error, given_up_at"
                                + " FROM notifications WHERE error IS NOT NULL ORDER BY seq DESC LIMIT "
                                + MOST_TROUBLED)
                .map((row, context) -> new Troubled(
                        row.getString("id"),
                        labels.getOrDefault(row.getString("channel"), label(row.getString("channel"))),
                        row.getString("event"),
                        Optional.ofNullable(row.getString("review_id")),
                        Instant.ofEpochMilli(row.getLong("created_at")),
                        Instant.ofEpochMilli(row.getLong("next_at")),
                        row.getInt("attempts"),
                        row.getString("error"),
                        Optional.of(row.getLong("given_up_at"))
                                .filter(at -> at > 0)
                                .map(Instant::ofEpochMilli)))
                .list();
    }
}
