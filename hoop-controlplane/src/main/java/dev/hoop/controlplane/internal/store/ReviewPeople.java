package dev.hoop.controlplane.internal.store;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Who may decide about a review, who asked for it, and who decided what. */
public final class ReviewPeople {

    /** More different people than that do not ask for one statement. */
    public static final int MAX_REQUESTERS = 100;

    private static final Prepared ALL = Prepared.of("""
            SELECT 'group' AS what, forces AS number, group_name, '' AS subject, '' AS email, '' AS peer_addr,
              '' AS method, '' AS name, '' AS decision, CAST(NULL AS TEXT) AS reason, CAST(0 AS BIGINT) AS decided_at,
              CAST(0 AS BIGINT) AS asked_at
            FROM review_groups WHERE review_id = :id
            UNION ALL
            SELECT 'asker', 0, '', subject, email, peer_addr, method, '', '', NULL, 0, asked_at
            FROM review_requesters WHERE review_id = :id
            UNION ALL
            SELECT 'decision', d.position, g.group_name, '', d.email, '', '', d.name, d.decision, d.reason, d.decided_at, 0
            FROM review_decisions d
            LEFT JOIN review_decision_groups g ON g.review_id = d.review_id AND g.position = d.position
            WHERE d.review_id = :id
            ORDER BY asked_at, subject, email""");

    private ReviewPeople() {}

    /**
     * The groups of a review.
     *
     * @param reviewers whose members' approvals are counted
     * @param forcing whose members' single approval is enough
     */
    public record Groups(Set<String> reviewers, Set<String> forcing) {}

    /** Someone who asked; empty texts are unknown. */
    public record Asker(String subject, String email, String peerAddress, String method) {}

    /** A decision that was made. */
    public record Made(
            String email,
            String name,
            ReviewStatus decision,
            Set<String> groups,
            Optional<String> reason,
            Instant at) {}

    /** Fixes the groups of a new review. */
    public static void fixGroups(Handle handle, ReviewId id, Groups groups) {
        PreparedBatch batch = handle.prepareBatch(
                "INSERT INTO review_groups (review_id, group_name, forces) VALUES (:id, :group, :forces)");
        groups.reviewers().forEach(group -> addGroup(batch, id, group, 0));
        groups.forcing().forEach(group -> addGroup(batch, id, group, 1));
        batch.execute();
    }

    private static void addGroup(PreparedBatch batch, ReviewId id, String group, int forces) {
        batch.bind("id", id.value()).bind("group", group).bind("forces", forces).add();
    }

    /** The groups of a review. */
    public static Groups groups(Handle handle, ReviewId id) {
        Set<String> reviewers = new TreeSet<>();
        Set<String> forcing = new TreeSet<>();
        handle.createQuery("SELECT group_name, forces FROM review_groups WHERE review_id = :id")
                .bind("id", id.value())
                .map((row, context) ->
                        (row.getInt("forces") == 0 ? reviewers : forcing).add(row.getString("group_name")))
                .list();
        return new Groups(reviewers, forcing);
    }

    /**
     * Notes that someone asked.
     *
     * @return false when so many others did already that this one is not noted
     */
    public static boolean noteAsker(Handle handle, ReviewId id, Asker asker, Instant now) {
        List<Asker> known = askers(handle, id);
        boolean noted = known.stream()
                .anyMatch(other ->
                        other.subject().equals(asker.subject()) && other.email().equals(asker.email()));
        if (noted || known.size() >= MAX_REQUESTERS) {
            return noted;
        }
        add(handle, id, asker, now);
        return true;
    }

    /** Notes who filed a new review. */
    public static void noteFirst(Handle handle, ReviewId id, Asker asker, Instant now) {
        add(handle, id, asker, now);
    }

    private static void add(Handle handle, ReviewId id, Asker asker, Instant now) {
        handle.createUpdate("INSERT INTO review_requesters (review_id, subject, email, peer_addr, method, asked_at)"
                        + " VALUES (:id, :subject, :email, :peer, :method, :now)"
                        + " ON CONFLICT (review_id, subject, email) DO NOTHING")
                .bind("id", id.value())
                .bind("subject", asker.subject())
                .bind("email", asker.email())
                .bind("peer", asker.peerAddress())
                .bind("method", asker.method())
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Everyone who asked, the first one first. */
    public static List<Asker> askers(Handle handle, ReviewId id) {
        return handle.createQuery("SELECT subject, email, peer_addr, method FROM review_requesters"
                        + " WHERE review_id = :id ORDER BY asked_at, subject, email")
                .bind("id", id.value())
                .map((row, context) -> asker(row))
                .list();
    }

    static Asker asker(ResultSet row) throws SQLException {
        return new Asker(
                row.getString("subject"), row.getString("email"), row.getString("peer_addr"), row.getString("method"));
    }

    /** Everyone that a review is about: whose members decide, who asked, the first one first, and what was decided, in order. */
    public record All(Groups groups, List<Asker> askers, List<Made> decisions) {

        /** With one more decision, the newest. */
        public All with(Made made) {
            List<Made> more = new ArrayList<>(decisions);
            more.add(made);
            return new All(groups, askers, List.copyOf(more));
        }
    }

    /** All of them by one statement. */
    public static All all(Handle handle, ReviewId id) {
        Groups groups = new Groups(new TreeSet<>(), new TreeSet<>());
        List<Asker> askers = new ArrayList<>();
        Map<Integer, Made> made = new TreeMap<>();
        ALL.rows(
                handle,
                row -> {
                    switch (row.getString("what")) {
                        case "group" ->
                            (row.getInt("number") == 0 ? groups.reviewers() : groups.forcing())
                                    .add(row.getString("group_name"));
                        case "asker" -> askers.add(asker(row));
                        default -> addDecision(row, row.getInt("number"), made);
                    }
                    return true;
                },
                "id",
                id.value());
        return new All(groups, askers, List.copyOf(made.values()));
    }

    private static void addDecision(ResultSet row, int position, Map<Integer, Made> made) throws SQLException {
        Made one = made.containsKey(position) ? made.get(position) : made(row);
        Optional.ofNullable(row.getString("group_name")).ifPresent(one.groups()::add);
        made.put(position, one);
    }

    /** The decisions about a review, in their order. */
    public static List<Made> decisions(Handle handle, ReviewId id) {
        Map<Integer, Made> made = new TreeMap<>();
        handle.createQuery("SELECT d.position, d.email, d.name, d.decision, d.reason, d.decided_at, g.group_name"
                        + " FROM review_decisions d LEFT JOIN review_decision_groups g"
                        + " ON g.review_id = d.review_id AND g.position = d.position WHERE d.review_id = :id")
                .bind("id", id.value())
                .map((row, context) -> {
                    addDecision(row, row.getInt("position"), made);
                    return true;
                })
                .list();
        return List.copyOf(made.values());
    }

    private static Made made(ResultSet row) throws SQLException {
        return new Made(
                row.getString("email"),
                row.getString("name"),
                new ReviewStatus(row.getString("decision")),
                new TreeSet<>(),
                Optional.ofNullable(row.getString("reason")),
                Instant.ofEpochMilli(row.getLong("decided_at")));
    }
}
