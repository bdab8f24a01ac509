package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.review.ReviewId;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * An approval that is used by the sidecar that calls.
 *
 * @param askers everyone who asked, the first one first
 */
public record ApprovalUse(StoredReview review, List<Asker> askers) {

    /** Who calls, what is used, and who asked for it, with one way to the server and back. */
    private static final Prepared AT_ONCE = Prepared.of("WITH caller AS (" + Sidecars.HOLDERS
            + "), spent AS (UPDATE reviews SET status = 'EXECUTED', ended_at = :now FROM caller WHERE id = :id"
            + " AND sidecar = caller.name AND status = 'APPROVED' AND " + ReviewRows.IN_TIME + " RETURNING "
            + ReviewRows.COLUMNS + ", caller.hash AS caller_hash)"
            + " SELECT spent.*, q.subject, q.email, q.peer_addr, q.method FROM spent"
            + " LEFT JOIN review_requesters AS q ON q.review_id = spent.id ORDER BY q.asked_at, q.subject, q.email");

    /**
     * Spends the approval of one review.
     *
     * @return empty when the token lets nobody in, or the review is not approved, not in time, or not that sidecar's
     */
    public static Optional<ApprovalUse> spend(Handle handle, SecretToken token, ReviewId id, Instant now) {
        if (!Database.isServer(handle)) {
            return Sidecars.named(handle, token, now)
                    .flatMap(sidecar -> ReviewTable.spend(handle, sidecar, id, now))
                    .map(review -> new ApprovalUse(review, ReviewPeople.askers(handle, id)));
        }
        byte[] hash = token.sha256();
        List<Asker> askers = new ArrayList<>();
        List<StoredReview> spent = AT_ONCE.rows(
                handle,
                row -> {
                    if (!MessageDigest.isEqual(row.getBytes("caller_hash"), hash)) {
                        throw new IllegalStateException("a token was found by another one's digest");
                    }
                    if (row.getString("subject") != null) {
                        askers.add(ReviewPeople.asker(row));
                    }
                    return ReviewRows.read(row);
                },
                "hash",
                hash,
                "id",
                id.value(),
                "now",
                now.toEpochMilli());
        return spent.stream().findFirst().map(review -> new ApprovalUse(review, List.copyOf(askers)));
    }
}
