package dev.hoop.controlplane.internal.store;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * The table of reviews. Each change is one conditional statement: it either changes the row from the very state it names, in
 * time, or changes nothing and says so. Whoever loses a race learns it here.
 */
public final class ReviewTable {

    private static final ReviewRows ROWS = new ReviewRows();

    static final String SAME_QUESTION = "sidecar = :sidecar AND listener_name = :listener"
            + " AND approval_rule = :rule AND payload_sha256 = :sha256 AND status IN ('PENDING', 'APPROVED')";

    private static final Prepared FIND = Prepared.of("SELECT " + ReviewRows.COLUMNS + " FROM reviews WHERE id = :id");

    private static final Prepared SPEND = Prepared.of("UPDATE reviews SET status = 'EXECUTED', ended_at = :now"
            + " WHERE id = :id AND sidecar = :sidecar AND status = 'APPROVED' AND " + ReviewRows.IN_TIME + " RETURNING "
            + ReviewRows.COLUMNS);

    /** How many are changed in one transaction, so that none takes long. */
    public static final int BATCH = 200;

    private ReviewTable() {}

    /** What a new review starts with. */
    public record Filing(
            ReviewId id,
            Question question,
            String requester,
            Optional<Duration> pendingTtl,
            StoredReview.Terms terms) {}

    /** What the other lists are narrowed by. */
    public record Filter(
            Optional<String> sidecar,
            Optional<ReviewStatus> status,
            Optional<String> listener,
            Optional<Long> beforeSeq,
            int limit) {}

    /** Spends the approval of the live review of this question; empty when there is none to spend. */
    public static Optional<StoredReview> spend(Handle handle, Question question, Instant now) {
        return first(bind(
                handle,
                "UPDATE reviews SET status = 'EXECUTED', ended_at = :now WHERE " + SAME_QUESTION
                        + " AND status = 'APPROVED' AND payload = :payload AND " + ReviewRows.IN_TIME + " RETURNING "
                        + ReviewRows.COLUMNS,
                question,
                now));
    }

    /** Spends the approval of one review; empty when it is not approved, not in time, or not this sidecar's. */
    public static Optional<StoredReview> spend(Handle handle, String sidecar, ReviewId id, Instant now) {
        return SPEND.first(handle, ReviewRows::read, "id", id.value(), "sidecar", sidecar, "now", now.toEpochMilli());
    }

    /** The live review of a question with exactly its bytes. */
    public static Optional<StoredReview> findLive(Handle handle, Question question, Instant now) {
        return first(bind(
                handle,
                "SELECT " + ReviewRows.COLUMNS + " FROM reviews WHERE " + SAME_QUESTION + " AND payload = :payload AND "
                        + ReviewRows.IN_TIME,
                question,
                now));
    }

    /** Writes down that the question's live review ended, when its time is up: it must not stand in a new one's way. */
    public static Optional<StoredReview> expire(Handle handle, Question question, Instant now) {
        return first(bind(
                handle,
                "UPDATE reviews SET status = 'EXPIRED', ended_at = expires_at WHERE " + SAME_QUESTION
                        + " AND expires_at <= :now RETURNING " + ReviewRows.COLUMNS,
                question,
                now));
    }

    /** Writes down reviews whose time is up, a batch of them, leaving out what others are changing just now. */
    public static List<StoredReview> expireSome(Handle handle, Instant now) {
        return handle.createQuery("UPDATE reviews SET status = 'EXPIRED', ended_at = expires_at WHERE id IN"
                        + " (SELECT id FROM reviews WHERE status IN ('PENDING', 'APPROVED') AND expires_at <= :now"
                        + " ORDER BY expires_at LIMIT :limit <skip_locked>) RETURNING "
                        + ReviewRows.COLUMNS)
                .bind("now", now.toEpochMilli())
                .bind("limit", BATCH)
                .map(ROWS)
                .list();
    }

    /** Removes settled reviews that ended by a moment, a batch of them; the number that went. */
    public static int removeSome(Handle handle, Instant endedBy) {
        return handle.createUpdate("DELETE FROM reviews WHERE id IN"
                        + " (SELECT id FROM reviews WHERE status NOT IN ('PENDING', 'APPROVED') AND ended_at <= :by"
                        + " ORDER BY ended_at LIMIT :limit <skip_locked>)")
                .bind("by", endedBy.toEpochMilli())
                .bind("limit", BATCH)
                .execute();
    }

    /** Whether there is any review whose time is up and not written down. */
    public static boolean anyToExpire(Handle handle, Instant now) {
        return handle.createQuery("SELECT COUNT(*) FROM reviews"
                                + " WHERE status IN ('PENDING', 'APPROVED') AND expires_at <= :now")
                        .bind("now", now.toEpochMilli())
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    /** Ends a review by a person's word; empty when it is not in that state or its time is up. */
    public static Optional<StoredReview> end(
            Handle handle, ReviewId id, ReviewStatus from, ReviewStatus to, Ending ending) {
        Query query = handle.createQuery("UPDATE reviews SET status = :to, decided_at = :now, ended_at = :now,"
                        + " decided_by = :by, rejection_reason = :reason WHERE id = :id AND status = :from AND "
                        + ReviewRows.IN_TIME + " RETURNING " + ReviewRows.COLUMNS)
                .bind("id", id.value())
                .bind("from", from.word())
                .bind("to", to.word())
                .bind("by", ending.by())
                .bind("now", ending.at().toEpochMilli());
        bindOptional(query, "reason", ending.reason());
        return first(query);
    }

    /** Who ended a review, why and when. */
    public record Ending(String by, Optional<String> reason, Instant at) {}

    /** A review by its id. */
    public static Optional<StoredReview> find(Handle handle, ReviewId id, Instant now) {
        return FIND.first(handle, ReviewRows::read, "id", id.value(), "now", now.toEpochMilli());
    }

    /** A sidecar's review by its id. */
    public static Optional<StoredReview> find(Handle handle, String sidecar, ReviewId id, Instant now) {
        return find(handle, id, now).filter(review -> review.sidecar().equals(sidecar));
    }

    /** Reviews, newest first. */
    public static List<StoredReview> list(Handle handle, Filter filter, Instant now) {
        return bind(handle.createQuery(listing(filter)), filter, now).map(ROWS).list();
    }

    /** The statement for it, with parameters for {@link #bind(Query, Filter, Instant)}. */
    static String listing(Filter filter) {
        StringBuilder sql =
                new StringBuilder("SELECT * FROM " + ReviewRows.source(filter.status())).append(" WHERE 1 = 1");
        filter.sidecar().ifPresent(value -> sql.append(" AND sidecar = :sidecar"));
        filter.status().ifPresent(value -> sql.append(" AND status = :status"));
        filter.listener().ifPresent(value -> sql.append(" AND listener_name = :listener"));
        filter.beforeSeq().ifPresent(value -> sql.append(" AND seq < :before"));
        return sql.append(" ORDER BY seq DESC LIMIT :limit").toString();
    }

    static Query bind(Query listing, Filter filter, Instant now) {
        Query query = listing.bind("now", now.toEpochMilli()).bind("limit", filter.limit());
        filter.sidecar().ifPresent(value -> query.bind("sidecar", value));
        filter.status().ifPresent(value -> query.bind("status", value.word()));
        filter.listener().ifPresent(value -> query.bind("listener", value));
        filter.beforeSeq().ifPresent(value -> query.bind("before", value));
        return query;
    }

    /** The bytes that a review is about. */
    public static byte[] payload(Handle handle, ReviewId id) {
        return handle.createQuery("SELECT payload FROM reviews WHERE id = :id")
                .bind("id", id.value())
                .mapTo(byte[].class)
                .one();
    }

    private static Query bind(Handle handle, String sql, Question question, Instant now) {
        Query query = handle.createQuery(sql)
                .bind("sidecar", question.sidecar())
                .bind("listener", question.listenerName())
                .bind("rule", question.approvalRule())
                .bind("sha256", question.sha256())
                .bind("now", now.toEpochMilli());
        return sql.contains(":payload") ? query.bind("payload", question.payload()) : query;
    }

    private static <T extends SqlStatement<T>> void bindOptional(T statement, String name, Optional<?> value) {
        if (value.isPresent()) {
            statement.bind(name, value.get());
        } else {
            statement.bindNull(name, java.sql.Types.NULL);
        }
    }

    private static Optional<StoredReview> first(Query query) {
        return query.map(ROWS).list().stream().findFirst();
    }
}
