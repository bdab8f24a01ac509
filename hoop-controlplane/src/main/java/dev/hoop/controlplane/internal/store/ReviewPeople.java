package dev.hoop.controlplane.internal.store;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
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
                .map((row, context) -> new Asker(
                        row.getString("subject"),
                        row.getString("email"),
                        row.getString("peer_addr"),
                        row.getString("method")))
                .list();
    }

    /** Writes a decision down. A person's second one of a kind violates a constraint: the caller asks first. */
    public static void record(Handle handle, ReviewId id, Made made) {
        int position = handle.createQuery("INSERT INTO review_decisions"
                        + " (review_id, position, email, name, decision, reason, decided_at)"
                        + " SELECT :id, COUNT(*), :email, :name, :decision, :reason, :at"
                        + " FROM review_decisions WHERE review_id = :id RETURNING position")
                .bind("id", id.value())
                .bind("email", made.email())
                .bind("name", made.name())
                .bind("decision", made.decision().word())
                .bind("at", made.at().toEpochMilli())
                .bind("reason", made.reason())
                .mapTo(Integer.class)
                .one();
        PreparedBatch groups = handle.prepareBatch("INSERT INTO review_decision_groups"
                + " (review_id, position, group_name) VALUES (:id, :position, :group)");
        for (String group : made.groups()) {
            groups.bind("id", id.value())
                    .bind("position", position)
                    .bind("group", group)
                    .add();
        }
        groups.execute();
    }

    /** The decisions about a review, in their order. */
    public static List<Made> decisions(Handle handle, ReviewId id) {
        Map<Integer, Made> made = new TreeMap<>();
        handle.createQuery("SELECT d.position, d.email, d.name, d.decision, d.reason, d.decided_at, g.group_name"
                        + " FROM review_decisions d LEFT JOIN review_decision_groups g"
                        + " ON g.review_id = d.review_id AND g.position = d.position WHERE d.review_id = :id")
                .bind("id", id.value())
                .map((row, context) -> {
                    int position = row.getInt("position");
                    Made one = made.containsKey(position) ? made.get(position) : made(row);
                    Optional.ofNullable(row.getString("group_name")).ifPresent(one.groups()::add);
                    return made.put(position, one);
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
