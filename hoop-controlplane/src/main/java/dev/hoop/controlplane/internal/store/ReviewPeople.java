package dev.hoop.controlplane.internal.store;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

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
        String sql = "INSERT INTO review_groups (review_id, group_name, forces) VALUES (:id, :group, :forces)";
        for (String group : groups.reviewers()) {
            handle.createUpdate(sql)
                    .bind("id", id.value())
                    .bind("group", group)
                    .bind("forces", 0)
                    .execute();
        }
        for (String group : groups.forcing()) {
            handle.createUpdate(sql)
                    .bind("id", id.value())
                    .bind("group", group)
                    .bind("forces", 1)
                    .execute();
        }
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
        return true;
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
        int position = handle.createQuery("SELECT COUNT(*) FROM review_decisions WHERE review_id = :id")
                .bind("id", id.value())
                .mapTo(Integer.class)
                .one();
        Update update = handle.createUpdate("INSERT INTO review_decisions"
                        + " (review_id, position, email, name, decision, reason, decided_at)"
                        + " VALUES (:id, :position, :email, :name, :decision, :reason, :at)")
                .bind("id", id.value())
                .bind("position", position)
                .bind("email", made.email())
                .bind("name", made.name())
                .bind("decision", made.decision().word())
                .bind("at", made.at().toEpochMilli());
        update.bind("reason", made.reason());
        update.execute();
        for (String group : made.groups()) {
            handle.createUpdate("INSERT INTO review_decision_groups (review_id, position, group_name)"
                            + " VALUES (:id, :position, :group)")
                    .bind("id", id.value())
                    .bind("position", position)
                    .bind("group", group)
                    .execute();
        }
    }

    /** The decisions about a review, in their order. */
    public static List<Made> decisions(Handle handle, ReviewId id) {
        Map<Integer, Set<String>> groups = new LinkedHashMap<>();
        handle.createQuery("SELECT position, group_name FROM review_decision_groups WHERE review_id = :id")
                .bind("id", id.value())
                .map((row, context) -> groups.computeIfAbsent(row.getInt("position"), absent -> new TreeSet<>())
                        .add(row.getString("group_name")))
                .list();
        return handle.createQuery("SELECT position, email, name, decision, reason, decided_at FROM review_decisions"
                        + " WHERE review_id = :id ORDER BY position")
                .bind("id", id.value())
                .map((row, context) -> new Made(
                        row.getString("email"),
                        row.getString("name"),
                        new ReviewStatus(row.getString("decision")),
                        groups.getOrDefault(row.getInt("position"), Set.of()),
                        Optional.ofNullable(row.getString("reason")),
                        Instant.ofEpochMilli(row.getLong("decided_at"))))
                .list();
    }
}
