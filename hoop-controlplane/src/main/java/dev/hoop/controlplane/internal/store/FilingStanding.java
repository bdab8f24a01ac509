package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.FilingLimits;
import dev.hoop.controlplane.internal.store.Freezes.Asked;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * How a sidecar, and a requester of it, stand before they file one more. Counting ends at the limit.
 *
 * @param newest the question's review that is neither settled nor written down as expired; its status may say that its time
 *     is up
 * @param frozen whether any freeze stops what is asked
 * @param configuration the document that is kept for the sidecar
 * @param pending how many reviews of the sidecar wait
 * @param pendingOfRequester how many of them are the requester's
 * @param filed how many the sidecar filed in the last minute
 * @param filedByRequester how many of them the requester did
 */
public record FilingStanding(
        Optional<StoredReview> newest,
        boolean frozen,
        Optional<String> configuration,
        int pending,
        int pendingOfRequester,
        int filed,
        int filedByRequester) {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final String OF_REQUESTER = " AND requester = :requester";
    private static final String PENDING = " AND status = 'PENDING' AND " + ReviewRows.IN_TIME;

    /**
     * What was filed in the last minute is most of what is read here, so it is read once: where the sidecar's own limit is not
     * reached, all of the requester's is among it.
     */
    private static final String LATELY = "(SELECT COUNT(*) AS filed,"
            + " COUNT(CASE WHEN requester = :requester THEN 1 END) AS filed_one FROM (SELECT requester FROM reviews"
            + " WHERE sidecar = :sidecar AND created_at > :since LIMIT :filed) AS each_one) AS lately";

    /** One statement for all of it: it comes before every filing. */
    private static final Prepared SQL = Prepared.of("SELECT r.*, "
            + "(SELECT configuration FROM sidecars WHERE name = :sidecar) AS configuration, "
            + count(PENDING, "pending") + ", "
            + count(OF_REQUESTER + PENDING, "pending_one") + ", "
            + "lately.filed AS count_filed, lately.filed_one AS count_filed_one, "
            + "(SELECT COUNT(*) FROM freezes WHERE ended_at IS NULL AND " + Freezes.AMONG_FEW + ") AS frozen"
            + " FROM " + LATELY + " LEFT JOIN (SELECT " + ReviewRows.COLUMNS + " FROM reviews WHERE "
            + ReviewTable.SAME_QUESTION + " AND payload = :payload) AS r ON 1 = 1");

    private static String count(String what, String limit) {
        return "(SELECT COUNT(*) FROM (SELECT 1 FROM reviews WHERE sidecar = :sidecar" + what + " LIMIT :" + limit
                + ") AS counted_" + limit + ") AS count_" + limit;
    }

    /** Who asks, in one text by which their filings are counted. */
    public static String requester(Asker asker) {
        for (String name : new String[] {asker.email(), asker.subject()}) {
            if (!name.isEmpty()) {
                return "name " + name.toLowerCase(Locale.ROOT);
            }
        }
        // A port is another one with every connection.
        String peer = asker.peerAddress();
        int colon = peer.lastIndexOf(':');
        return "peer " + (colon < 0 ? peer : peer.substring(0, colon));
    }

    /** How they stand now. */
    public static FilingStanding of(Handle handle, Question question, Asker asker, FilingLimits limits, Instant now) {
        List<Object> values = question.values();
        values.addAll(Freezes.few(new Asked(question.sidecar(), question.listenerName(), List.of(asker)).targets()));
        values.addAll(List.of(
                "requester",
                requester(asker),
                "now",
                now.toEpochMilli(),
                "since",
                now.minus(MINUTE).toEpochMilli(),
                "pending",
                limits.pendingPerSidecar(),
                "pending_one",
                limits.pendingPerRequester(),
                "filed",
                limits.perMinutePerSidecar()));
        return SQL.rows(handle, FilingStanding::read, values.toArray()).get(0);
    }

    private static FilingStanding read(ResultSet row) throws SQLException {
        return new FilingStanding(
                row.getString("id") == null ? Optional.empty() : Optional.of(ReviewRows.read(row)),
                row.getLong("frozen") > 0,
                Optional.ofNullable(row.getString("configuration")),
                row.getInt("count_pending"),
                row.getInt("count_pending_one"),
                row.getInt("count_filed"),
                row.getInt("count_filed_one"));
    }
}
