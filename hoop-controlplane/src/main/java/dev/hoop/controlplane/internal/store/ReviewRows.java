package dev.hoop.controlplane.internal.store;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

/** Reads rows of reviews, by the columns of {@link #COLUMNS}. */
final class ReviewRows implements RowMapper<StoredReview> {

    /** The condition that a live review's time is not up, for the parameter {@code now}. */
    static final String IN_TIME = "(expires_at IS NULL OR expires_at > :now)";

    /** The columns; the status is the one at {@code now}, so that no reader waits for the sweep. */
    static final String COLUMNS = """
            seq, id, sidecar, listener_name, approval_rule, payload_sha256, created_at, expires_at, decided_at,
            decided_by, rejection_reason, ended_at, min_approvals, all_groups, allow_self, approval_ttl_sec,
            CASE WHEN status IN ('PENDING', 'APPROVED') AND expires_at <= :now THEN 'EXPIRED' ELSE status END
              AS status""";

    /**
     * Where lists are selected from, as {@code r}, with the states of {@code now}.
     *
     * <p>What waits is a handful among all that ever was: it is read by its own index, which has it in order. Where a sidecar is
     * asked for, too, SQLite would rather walk through all that it ever filed, and has to be told.
     */
    static String source(Optional<ReviewStatus> wanted) {
        return "(SELECT " + COLUMNS + " FROM reviews"
                + (isPending(wanted) ? " <by_waiting> WHERE status = 'PENDING'" : "") + ") AS r";
    }

    private static boolean isPending(Optional<ReviewStatus> wanted) {
        return wanted.filter(ReviewStatus.PENDING::equals).isPresent();
    }

    @Override
    public StoredReview map(ResultSet row, StatementContext context) throws SQLException {
        return read(row);
    }

    static StoredReview read(ResultSet row) throws SQLException {
        ReviewStatus status = new ReviewStatus(row.getString("status"));
        Optional<Instant> expiresAt = time(row, "expires_at");
        Optional<Instant> endedAt = time(row, "ended_at");
        return new StoredReview(
                row.getLong("seq"),
                new ReviewId(row.getString("id")),
                row.getString("sidecar"),
                row.getString("listener_name"),
                row.getString("approval_rule"),
                HexFormat.of().formatHex(row.getBytes("payload_sha256")),
                status,
                Instant.ofEpochMilli(row.getLong("created_at")),
                status.isLive() ? expiresAt : Optional.empty(),
                time(row, "decided_at"),
                Optional.ofNullable(row.getString("decided_by")),
                Optional.ofNullable(row.getString("rejection_reason")),
                endedAt.or(() -> status.equals(ReviewStatus.EXPIRED) ? expiresAt : Optional.empty()),
                new StoredReview.Terms(
                        row.getInt("min_approvals"),
                        row.getInt("all_groups") != 0,
                        row.getInt("allow_self") != 0,
                        number(row, "approval_ttl_sec").map(Duration::ofSeconds)));
    }

    static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        return number(row, column).map(Instant::ofEpochMilli);
    }

    private static Optional<Long> number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }
}
