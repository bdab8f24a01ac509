package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.review.ReviewId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Writes a person's decision down, and what becomes of the review by it. */
public final class DecisionRows {

    private static final String DECISION = "INSERT INTO review_decisions"
            + " (review_id, position, email, name, decision, reason, decided_at)"
            + " SELECT :id, COUNT(*), :email, :name, :decision, :reason, :at"
            + " FROM review_decisions WHERE review_id = :id RETURNING position";

    private static final Prepared ALONE = Prepared.of(DECISION);

    private static final Prepared GROUP = Prepared.of("INSERT INTO review_decision_groups"
            + " (review_id, position, group_name) VALUES (:id, :position, :group)");

    /** A decision with its groups, none of which has a line feed in its name. */
    private static final String MADE = "WITH made AS (" + DECISION + "), ";

    private static final String GROUPS = "INSERT INTO review_decision_groups (review_id, position, group_name)"
            + " SELECT :id, made.position, one FROM made, unnest(string_to_array(:groups, chr(10))) AS one";

    private static final String APPROVE = "UPDATE reviews SET status = 'APPROVED', decided_at = :at, decided_by = :by,"
            + " expires_at = :expires WHERE id = :id AND status = 'PENDING' AND " + ReviewRows.IN_TIME
            + " RETURNING " + ReviewRows.COLUMNS;

    private static final Prepared RECORD =
            Prepared.of(MADE + "grouped AS (" + GROUPS + " RETURNING 1) SELECT COUNT(*) FROM grouped");

    private static final Prepared APPROVE_ALONE = Prepared.of(APPROVE);

    private static final Prepared RECORD_AND_APPROVE = Prepared.of(MADE + "grouped AS (" + GROUPS + ") " + APPROVE);

    private DecisionRows() {}

    /** Writes a decision down. A person's second one of a kind violates a constraint: the caller asks first. */
    public static void record(Handle handle, ReviewId id, Made made) {
        if (Database.isServer(handle)) {
            RECORD.rows(handle, row -> true, values(id, made).toArray());
            return;
        }
        int position = ALONE.rows(handle, row -> row.getInt(1), values(id, made).toArray())
                .get(0);
        for (String group : made.groups()) {
            GROUP.run(handle, "id", id.value(), "position", position, "group", group);
        }
    }

    /**
     * Writes down the decision that approves a pending review; empty when that is not pending or its time is up, and then the
     * transaction has to be undone.
     *
     * @param by everybody whose approvals it took
     */
    public static Optional<StoredReview> approve(
            Handle handle, ReviewId id, Made made, String by, Optional<Duration> approvalTtl) {
        List<Object> values = values(id, made);
        values.addAll(List.of(
                "now",
                made.at().toEpochMilli(),
                "by",
                by,
                "expires",
                approvalTtl.map(ttl -> made.at().plus(ttl).toEpochMilli())));
        if (Database.isServer(handle)) {
            return RECORD_AND_APPROVE.first(handle, ReviewRows::read, values.toArray());
        }
        record(handle, id, made);
        return APPROVE_ALONE.first(handle, ReviewRows::read, values.toArray());
    }

    private static List<Object> values(ReviewId id, Made made) {
        return new ArrayList<>(List.of(
                "id",
                id.value(),
                "email",
                made.email(),
                "name",
                made.name(),
                "decision",
                made.decision().word(),
                "reason",
                made.reason(),
                "at",
                made.at().toEpochMilli(),
                "groups",
                String.join("\n", made.groups())));
    }
}
