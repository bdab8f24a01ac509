package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.review.ReviewContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** All that is written when a review is filed: the review, its groups, who asks, and what reviewers are told besides. */
public final class FilingRows {

    private static final String REVIEW = "INSERT INTO reviews (id, sidecar, listener_name, approval_rule, payload,"
            + " payload_sha256, status, created_at, expires_at, min_approvals, all_groups, allow_self, approval_ttl_sec,"
            + " requester) VALUES (:id, :sidecar, :listener, :rule, :payload, :sha256, 'PENDING', :now, :expires, :min,"
            + " :all, :self, :ttl, :requester)"
            + " ON CONFLICT (sidecar, listener_name, approval_rule, payload_sha256)"
            + " WHERE status IN ('PENDING', 'APPROVED') DO NOTHING RETURNING " + ReviewRows.COLUMNS;

    private static final Prepared ALONE = Prepared.of(REVIEW);

    /** Everything with one way to the server and back. No group's name has a line feed in it. */
    private static final String AT_ONCE = "WITH filed AS (" + REVIEW + "), grouped AS ("
            + "INSERT INTO review_groups (review_id, group_name, forces)"
            + " SELECT filed.id, one, 0 FROM filed, unnest(string_to_array(:reviewers, chr(10))) AS one"
            + " UNION ALL SELECT filed.id, one, 1 FROM filed, unnest(string_to_array(:forcing, chr(10))) AS one), asked AS ("
            + "INSERT INTO review_requesters (review_id, subject, email, peer_addr, method, asked_at)"
            + " SELECT filed.id, :subject, :email, :peer, :method, filed.created_at FROM filed)";

    private static final Prepared WITHOUT_CONTEXT = Prepared.of(AT_ONCE + " SELECT * FROM filed");

    private static final Prepared WITH_CONTEXT = Prepared.of(AT_ONCE + ", told AS (INSERT INTO review_contexts"
            + " (review_id, filed_seq, protocol, guardrail, why, risk_level, risk_why, operation, database_name, shape,"
            + " shape_key, parameters) SELECT filed.id, filed.seq, :protocol, :guardrail, :why, :risk_level, :risk_why,"
            + " :operation, :database_name, :shape, :shape_key::bytea, :parameters FROM filed) SELECT * FROM filed");

    private FilingRows() {}

    /**
     * Files a review.
     *
     * @param groups whose members decide
     * @param asker who asks
     * @param context what reviewers are told besides
     * @return empty when the question has a live review already; then nothing is written
     */
    public static Optional<StoredReview> write(
            Handle handle, ReviewTable.Filing filing, Groups groups, Asker asker, ReviewContext context, Instant now) {
        List<Object> values = review(filing, now);
        if (Database.isServer(handle)) {
            values.addAll(List.of(
                    "reviewers",
                    String.join("\n", groups.reviewers()),
                    "forcing",
                    String.join("\n", groups.forcing()),
                    "subject",
                    asker.subject(),
                    "email",
                    asker.email(),
                    "peer",
                    asker.peerAddress(),
                    "method",
                    asker.method()));
            boolean told = !context.equals(ReviewContext.NONE);
            if (told) {
                values.addAll(ReviewContexts.values(filing.question(), context));
            }
            return (told ? WITH_CONTEXT : WITHOUT_CONTEXT).first(handle, ReviewRows::read, values.toArray());
        }
        Optional<StoredReview> filed = ALONE.first(handle, ReviewRows::read, values.toArray());
        if (filed.isPresent()) {
            ReviewPeople.fixGroups(handle, filed.get().id(), groups);
            ReviewPeople.noteFirst(handle, filed.get().id(), asker, now);
            ReviewContexts.keep(handle, filed.get(), filing.question(), context);
        }
        return filed;
    }

    private static List<Object> review(ReviewTable.Filing filing, Instant now) {
        StoredReview.Terms terms = filing.terms();
        List<Object> values = filing.question().values();
        values.addAll(List.of(
                "id",
                filing.id().value(),
                "now",
                now.toEpochMilli(),
                "expires",
                filing.pendingTtl().map(ttl -> now.plus(ttl).toEpochMilli()),
                "min",
                terms.minApprovals(),
                "all",
                terms.allGroups() ? 1 : 0,
                "self",
                terms.allowSelfApproval() ? 1 : 0,
                "ttl",
                terms.approvalTtl().map(Duration::toSeconds),
                "requester",
                filing.requester()));
        return values;
    }
}
