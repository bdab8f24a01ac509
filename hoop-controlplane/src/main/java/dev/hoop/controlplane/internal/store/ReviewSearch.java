package dev.hoop.controlplane.internal.store;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Looks through all reviews, newest first. What stands in columns is found by the database; the text of statements is read
 * here, so a search for it looks at a bounded number of reviews and tells where to go on.
 */
public final class ReviewSearch {

    /** So many reviews are read for one page of a search for text. */
    static final int MOST_READ = 2_000;

    /** And so many bytes of their statements, give or take one chunk. */
    private static final long MOST_BYTES = 32L * 1024 * 1024;

    private static final int CHUNK = 100;

    private static final ReviewRows ROWS = new ReviewRows();

    private ReviewSearch() {}

    /**
     * What somebody looks for. Texts are found anywhere and in any case; sidecar, listener and rule are whole names.
     *
     * @param from filed at that time or later
     * @param until filed before that time
     */
    public record Wanted(
            Optional<ReviewStatus> status,
            Optional<String> sidecar,
            Optional<String> listener,
            Optional<String> rule,
            Optional<String> askedBy,
            Optional<String> decidedBy,
            Optional<Instant> from,
            Optional<Instant> until,
            Optional<String> text) {}

    /**
     * What was found.
     *
     * @param before where the next page begins; empty at the end
     * @param looked how many reviews were looked at when the page was not filled; 0 when it was, or all were
     */
    public record Found(List<StoredReview> reviews, Optional<Long> before, int looked) {}

    /** A page of what is wanted. */
    public static Found page(Handle handle, Wanted wanted, Optional<Long> before, int size, Instant now) {
        return wanted.text().isPresent()
                ? byText(handle, wanted, before, size, now)
                : byColumns(handle, wanted, before, size, now);
    }

    private static Found byColumns(Handle handle, Wanted wanted, Optional<Long> before, int size, Instant now) {
        List<StoredReview> reviews = rows(handle, wanted, before, size + 1, now);
        if (reviews.size() <= size) {
            return new Found(reviews, Optional.empty(), 0);
        }
        List<StoredReview> page = List.copyOf(reviews.subList(0, size));
        return new Found(page, Optional.of(page.get(size - 1).seq()), 0);
    }

    private static Found byText(Handle handle, Wanted wanted, Optional<Long> before, int size, Instant now) {
        String text = wanted.text().orElse("").toLowerCase(Locale.ROOT);
        List<StoredReview> found = new ArrayList<>();
        Optional<Long> place = before;
        int looked = 0;
        long bytes = 0;
        while (looked < MOST_READ && bytes < MOST_BYTES) {
            List<StoredReview> chunk = rows(handle, wanted, place, CHUNK, now);
            Map<ReviewId, byte[]> payloads = ReviewBatch.payloads(
                    handle, chunk.stream().map(StoredReview::id).toList());
            for (StoredReview review : chunk) {
                byte[] payload = payloads.getOrDefault(review.id(), new byte[0]);
                looked++;
                bytes += payload.length;
                place = Optional.of(review.seq());
                if (new String(payload, StandardCharsets.UTF_8)
                        .toLowerCase(Locale.ROOT)
                        .contains(text)) {
                    found.add(review);
                    if (found.size() == size) {
                        return new Found(found, place, 0);
                    }
                }
            }
            if (chunk.size() < CHUNK) {
                return new Found(found, Optional.empty(), 0);
            }
        }
        return new Found(found, place, looked);
    }

    private static List<StoredReview> rows(
            Handle handle, Wanted wanted, Optional<Long> before, int limit, Instant now) {
        StringBuilder sql =
                new StringBuilder("SELECT * FROM " + ReviewRows.source(wanted.status())).append(" WHERE 1 = 1");
        wanted.status().ifPresent(value -> sql.append(" AND status = :status"));
        wanted.sidecar().ifPresent(value -> sql.append(" AND sidecar = :sidecar"));
        wanted.listener().ifPresent(value -> sql.append(" AND listener_name = :listener"));
        wanted.rule().ifPresent(value -> sql.append(" AND approval_rule = :rule"));
        wanted.from().ifPresent(value -> sql.append(" AND created_at >= :from"));
        wanted.until().ifPresent(value -> sql.append(" AND created_at < :until"));
        before.ifPresent(value -> sql.append(" AND seq < :before"));
        wanted.askedBy()
                .ifPresent(
                        value -> sql.append(" AND EXISTS (SELECT 1 FROM review_requesters q WHERE q.review_id = r.id")
                                .append(
                                        " AND (LOWER(q.subject) LIKE :asked ESCAPE '!' OR LOWER(q.email) LIKE :asked ESCAPE '!'")
                                .append(" OR LOWER(q.peer_addr) LIKE :asked ESCAPE '!'))"));
        wanted.decidedBy()
                .ifPresent(
                        value -> sql.append(" AND EXISTS (SELECT 1 FROM review_decisions d WHERE d.review_id = r.id")
                                .append(
                                        " AND (LOWER(d.name) LIKE :decided ESCAPE '!' OR LOWER(d.email) LIKE :decided ESCAPE '!'))"));
        Query query = handle.createQuery(sql.append(" ORDER BY seq DESC LIMIT :limit"))
                .bind("now", now.toEpochMilli())
                .bind("limit", limit);
        wanted.status().ifPresent(value -> query.bind("status", value.word()));
        wanted.sidecar().ifPresent(value -> query.bind("sidecar", value));
        wanted.listener().ifPresent(value -> query.bind("listener", value));
        wanted.rule().ifPresent(value -> query.bind("rule", value));
        wanted.from().ifPresent(value -> query.bind("from", value.toEpochMilli()));
        wanted.until().ifPresent(value -> query.bind("until", value.toEpochMilli()));
        before.ifPresent(value -> query.bind("before", value));
        wanted.askedBy().ifPresent(value -> query.bind("asked", anywhere(value)));
        wanted.decidedBy().ifPresent(value -> query.bind("decided", anywhere(value)));
        return query.map(ROWS).list();
    }

    private static String anywhere(String text) {
        return "%"
                + text.toLowerCase(Locale.ROOT)
                        .replace("!", "!!")
                        .replace("%", "!%")
                        .replace("_", "!_")
                + "%";
    }

    /** How many reviews wait for a decision. */
    public static int waiting(Handle handle, Instant now) {
        return handle.createQuery(
                        "SELECT COUNT(*) FROM reviews <by_waiting> WHERE status = 'PENDING' AND " + ReviewRows.IN_TIME)
                .bind("now", now.toEpochMilli())
                .mapTo(Integer.class)
                .one();
    }

    /** The waiting review that was filed next after this one, or the last one before it. */
    public static Optional<ReviewId> neighbour(Handle handle, StoredReview review, boolean newer, Instant now) {
        return handle.createQuery(
                        "SELECT id FROM reviews <by_waiting> WHERE status = 'PENDING' AND " + ReviewRows.IN_TIME
                                + (newer
                                        ? " AND seq > :seq ORDER BY seq LIMIT 1"
                                        : " AND seq < :seq ORDER BY seq DESC LIMIT 1"))
                .bind("now", now.toEpochMilli())
                .bind("seq", review.seq())
                .mapTo(String.class)
                .findOne()
                .map(ReviewId::new);
    }

    /** A column whose values people choose from. */
    public enum Column {
        SIDECAR("sidecar"),
        LISTENER("listener_name"),
        RULE("approval_rule");

        private final String name;

        Column(String name) {
            this.name = name;
        }
    }

    /** The values that a column has in the newest reviews. */
    public static List<String> recent(Handle handle, Column column) {
        return handle.createQuery("SELECT DISTINCT " + column.name + " FROM (SELECT " + column.name
                        + " FROM reviews ORDER BY seq DESC LIMIT 500) AS newest ORDER BY 1 LIMIT 100")
                .mapTo(String.class)
                .list();
    }
}
