package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** How many reviews a sidecar, and a requester of it, have filed. Counting ends at the limit that is asked about. */
public final class FilingCounts {

    private FilingCounts() {}

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

    /** Whether so many wait, of a sidecar or of one requester of it. */
    public static boolean pendingReach(
            Handle handle, String sidecar, Optional<String> requester, int limit, Instant now) {
        return reaches(handle, "status = 'PENDING' AND " + ReviewRows.IN_TIME, sidecar, requester, limit, now);
    }

    /** Whether so many were filed since then, by a sidecar or by one requester of it. */
    public static boolean filedReach(
            Handle handle, String sidecar, Optional<String> requester, int limit, Instant since) {
        return reaches(handle, "created_at > :now", sidecar, requester, limit, since);
    }

    private static boolean reaches(
            Handle handle, String what, String sidecar, Optional<String> requester, int limit, Instant time) {
        Query query = handle.createQuery("SELECT COUNT(*) FROM (SELECT 1 FROM reviews WHERE sidecar = :sidecar"
                        + (requester.isPresent() ? " AND requester = :requester" : "")
                        + " AND " + what + " LIMIT :limit) AS counted")
                .bind("sidecar", sidecar)
                .bind("now", time.toEpochMilli())
                .bind("limit", limit);
        requester.ifPresent(name -> query.bind("requester", name));
        return query.mapTo(Integer.class).one() >= limit;
    }
}
