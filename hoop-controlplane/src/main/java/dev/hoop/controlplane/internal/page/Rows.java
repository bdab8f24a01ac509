package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.ReviewBatch;
import dev.hoop.controlplane.internal.store.ReviewContexts;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Reads what the rows of a list show. */
final class Rows {

    private Rows() {}

    static List<ReviewRow> of(Handle handle, List<StoredReview> reviews, Person person, Instant now) {
        List<ReviewId> ids = reviews.stream().map(StoredReview::id).toList();
        Map<ReviewId, byte[]> beginnings = ReviewBatch.beginnings(handle, ids, ReviewRow.BEGINNING);
        Map<ReviewId, List<Asker>> askers = ReviewBatch.askers(handle, ids);
        Map<ReviewId, Integer> approvals = ReviewBatch.approvals(handle, ids);
        List<ReviewRow> rows = new ArrayList<>();
        for (StoredReview review : reviews) {
            ReviewId id = review.id();
            boolean mine = review.status().isLive()
                    && Decisions.right(handle, review, person) instanceof Decisions.Right.Granted;
            rows.add(ReviewRow.of(
                    new ReviewRow.Facts(
                            review,
                            beginnings.getOrDefault(id, new byte[0]),
                            Background.of(ReviewContexts.of(handle, id)),
                            askers.getOrDefault(id, List.of()),
                            approvals.getOrDefault(id, 0),
                            mine),
                    now));
        }
        return rows;
    }
}
