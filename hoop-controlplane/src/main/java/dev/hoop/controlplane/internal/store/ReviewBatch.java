package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.review.ReviewId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** What a page of reviews needs, in one query each. */
public final class ReviewBatch {

    private ReviewBatch() {}

    /** The whole statements. */
    public static Map<ReviewId, byte[]> payloads(Handle handle, List<ReviewId> ids) {
        return bytes(handle, "SELECT id, payload AS bytes FROM reviews WHERE id IN (<ids>)", ids);
    }

    /** The first bytes of the statements. */
    public static Map<ReviewId, byte[]> beginnings(Handle handle, List<ReviewId> ids, int bytes) {
        return bytes(
                handle, "SELECT id, substr(payload, 1, " + bytes + ") AS bytes FROM reviews WHERE id IN (<ids>)", ids);
    }

    private static Map<ReviewId, byte[]> bytes(Handle handle, String sql, List<ReviewId> ids) {
        Map<ReviewId, byte[]> found = new HashMap<>();
        if (!ids.isEmpty()) {
            handle.createQuery(sql)
                    .bindList("ids", words(ids))
                    .map((row, context) -> Map.entry(new ReviewId(row.getString("id")), row.getBytes("bytes")))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        }
        return found;
    }

    /** Everyone who asked, the first one first. */
    public static Map<ReviewId, List<Asker>> askers(Handle handle, List<ReviewId> ids) {
        Map<ReviewId, List<Asker>> found = new HashMap<>();
        if (!ids.isEmpty()) {
            handle.createQuery("SELECT review_id, subject, email, peer_addr, method FROM review_requesters"
                            + " WHERE review_id IN (<ids>) ORDER BY asked_at, subject, email")
                    .bindList("ids", words(ids))
                    .map((row, context) -> Map.entry(
                            new ReviewId(row.getString("review_id")),
                            new Asker(
                                    row.getString("subject"),
                                    row.getString("email"),
                                    row.getString("peer_addr"),
                                    row.getString("method"))))
                    .forEach(entry -> found.computeIfAbsent(entry.getKey(), absent -> new ArrayList<>())
                            .add(entry.getValue()));
        }
        return found;
    }

    /** How many approvals there are already; missing where there is none. */
    public static Map<ReviewId, Integer> approvals(Handle handle, List<ReviewId> ids) {
        Map<ReviewId, Integer> found = new HashMap<>();
        if (!ids.isEmpty()) {
            handle.createQuery("SELECT review_id, COUNT(*) AS approvals FROM review_decisions"
                            + " WHERE decision = 'APPROVED' AND review_id IN (<ids>) GROUP BY review_id")
                    .bindList("ids", words(ids))
                    .map((row, context) -> Map.entry(new ReviewId(row.getString("review_id")), row.getInt("approvals")))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        }
        return found;
    }

    private static List<String> words(List<ReviewId> ids) {
        return ids.stream().map(ReviewId::value).toList();
    }
}
