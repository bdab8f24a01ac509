package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.FilingLimits;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * How a sidecar, and a requester of it, stand before they file one more. Counting ends at the limit.
 *
 * @param configuration the document that is kept for the sidecar
 * @param pending how many reviews of the sidecar wait
 * @param pendingOfRequester how many of them are the requester's
 * @param filed how many the sidecar filed in the last minute
 * @param filedByRequester how many of them the requester did
 */
public record FilingStanding(
        Optional<String> configuration, int pending, int pendingOfRequester, int filed, int filedByRequester) {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final String OF_REQUESTER = " AND requester = :requester";
    private static final String PENDING = " AND status = 'PENDING' AND " + ReviewRows.IN_TIME;
    private static final String FILED = " AND created_at > :since";

    /** One statement for all of it: it comes before every filing. */
    private static final String SQL = "SELECT (SELECT configuration FROM sidecars WHERE name = :sidecar), "
            + count(PENDING, "pending") + ", "
            + count(OF_REQUESTER + PENDING, "pending_one") + ", "
            + count(FILED, "filed") + ", "
            + count(OF_REQUESTER + FILED, "filed_one");

    private static String count(String what, String limit) {
        return "(SELECT COUNT(*) FROM (SELECT 1 FROM reviews WHERE sidecar = :sidecar" + what + " LIMIT :" + limit
                + ") AS counted_" + limit + ")";
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
    public static FilingStanding of(Handle handle, String sidecar, String requester, FilingLimits limits, Instant now) {
        return handle.createQuery(SQL)
                .bind("sidecar", sidecar)
                .bind("requester", requester)
                .bind("now", now.toEpochMilli())
                .bind("since", now.minus(MINUTE).toEpochMilli())
                .bind("pending", limits.pendingPerSidecar())
                .bind("pending_one", limits.pendingPerRequester())
                .bind("filed", limits.perMinutePerSidecar())
                .bind("filed_one", limits.perMinutePerRequester())
                .map((row, context) -> new FilingStanding(
                        Optional.ofNullable(row.getString(1)),
                        row.getInt(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getInt(5)))
                .one();
    }
}
