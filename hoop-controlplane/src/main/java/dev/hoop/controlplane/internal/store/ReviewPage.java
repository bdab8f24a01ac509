package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.internal.store.ReviewContexts.Risk;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Reviews as people's lists show them, by one statement: everybody who waits for something to decide asks again and again. */
public final class ReviewPage {

    private static final String FIRST = "(SELECT one.subject, one.email FROM review_requesters AS one"
            + " WHERE one.review_id = r.id ORDER BY one.asked_at, one.subject, one.email LIMIT 1)";

    private ReviewPage() {}

    /**
     * A review in a list.
     *
     * @param asker who asked first
     * @param beginning the first bytes of the statement
     */
    @SuppressWarnings("ArrayRecordComponent") // shown, never compared
    public record Row(StoredReview review, Optional<Asker> asker, Risk risk, byte[] beginning) {}

    /**
     * Reads them, newest first.
     *
     * @param bytes how many of each statement
     */
    public static List<Row> list(Handle handle, ReviewTable.Filter filter, int bytes, Instant now) {
        // What is told besides is looked up for the rows of the page alone.
        String sql = "SELECT r.*, (SELECT substr(b.payload, 1, " + bytes + ") FROM reviews AS b WHERE b.seq = r.seq)"
                + " AS beginning, c.risk_level, c.risk_why, q.subject, q.email, q.peer_addr, q.method"
                + " FROM (" + ReviewTable.listing(filter) + ") AS r"
                + " LEFT JOIN review_contexts AS c ON c.review_id = r.id"
                + " LEFT JOIN review_requesters AS q ON q.review_id = r.id AND (q.subject, q.email) = " + FIRST
                + " ORDER BY r.seq DESC";
        return ReviewTable.bind(handle.createQuery(sql), filter, now)
                .map((row, context) -> read(row))
                .list();
    }

    private static Row read(ResultSet row) throws SQLException {
        Optional<Asker> asker =
                row.getString("subject") == null ? Optional.empty() : Optional.of(ReviewPeople.asker(row));
        Risk risk = new Risk(
                Optional.ofNullable(row.getString("risk_level")), Optional.ofNullable(row.getString("risk_why")));
        return new Row(ReviewRows.read(row), asker, risk, row.getBytes("beginning"));
    }
}
