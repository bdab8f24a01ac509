package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.internal.store.ReviewContexts.Risk;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** What a page of reviews needs, in one query each. */
public final class ReviewBatch {

    private ReviewBatch() {}

    /** The reviews themselves; those that are gone are missing. */
    public static Map<ReviewId, StoredReview> reviews(Handle handle, List<ReviewId> ids, Instant now) {
        Map<ReviewId, StoredReview> found = new HashMap<>();
        if (!ids.isEmpty()) {
            handle.createQuery("SELECT " + ReviewRows.COLUMNS + " FROM reviews WHERE id IN (<ids>)")
                    .bindList("ids", words(ids))
                    .bind("now", now.toEpochMilli())
                    .map(new ReviewRows())
                    .forEach(review -> found.put(review.id(), review));
        }
        return found;
    }

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

    /** Whose members decide; missing where there are none. */
    public static Map<ReviewId, Groups> groups(Handle handle, List<ReviewId> ids) {
        Map<ReviewId, Groups> found = new HashMap<>();
        if (!ids.isEmpty()) {
            handle.createQuery("SELECT review_id, group_name, forces FROM review_groups WHERE review_id IN (<ids>)")
                    .bindList("ids", words(ids))
                    .map((row, context) -> {
                        Groups groups = found.computeIfAbsent(
                                new ReviewId(row.getString("review_id")),
                                absent -> new Groups(new TreeSet<>(), new TreeSet<>()));
                        return (row.getInt("forces") == 0 ? groups.reviewers() : groups.forcing())
                                .add(row.getString("group_name"));
                    })
                    .list();
        }
        return found;
    }

    /** What reviewers are told besides; missing where none was told. */
    public static Map<ReviewId, ReviewContext> contexts(Handle handle, List<ReviewId> ids) {
        Map<ReviewId, ReviewContext> found = new HashMap<>();
        if (!ids.isEmpty()) {
            handle.createQuery("SELECT review_id, " + ReviewContexts.COLUMNS
                            + " FROM review_contexts WHERE review_id IN (<ids>)")
                    .bindList("ids", words(ids))
                    .map((row, context) ->
                            Map.entry(new ReviewId(row.getString("review_id")), ReviewContexts.read(row)))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        }
        return found;
    }

    /** The risk alone of what reviewers are told besides; missing where nothing was told. */
    public static Map<ReviewId, Risk> risks(Handle handle, List<ReviewId> ids) {
        Map<ReviewId, Risk> found = new HashMap<>();
        if (!ids.isEmpty()) {
            handle.createQuery("SELECT review_id, risk_level, risk_why FROM review_contexts WHERE review_id IN (<ids>)")
                    .bindList("ids", words(ids))
                    .map((row, context) -> Map.entry(
                            new ReviewId(row.getString("review_id")),
                            new Risk(
                                    Optional.ofNullable(row.getString("risk_level")),
                                    Optional.ofNullable(row.getString("risk_why")))))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
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

    /**
     * As many as a power of two, with the last one again and again: the text of a statement depends on how many there are, and
     * a server keeps what it prepared by its text.
     */
    private static List<String> words(List<ReviewId> ids) {
        List<String> words = new ArrayList<>(ids.stream().map(ReviewId::value).toList());
        int size = Integer.highestOneBit(Math.max(1, 2 * words.size() - 1));
        words.addAll(Collections.nCopies(size - words.size(), words.get(words.size() - 1)));
        return words;
    }
}
