package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Freezes;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.ReviewBatch;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Reads what the rows of a list show. */
final class Rows {

    private static final Groups NO_GROUPS = new Groups(Set.of(), Set.of());

    private Rows() {}

    static List<ReviewRow> of(Handle handle, List<StoredReview> reviews, Person person, Instant now) {
        List<ReviewId> ids = reviews.stream().map(StoredReview::id).toList();
        Map<ReviewId, byte[]> beginnings = ReviewBatch.beginnings(handle, ids, StatementText.BEGINNING);
        Map<ReviewId, List<Asker>> askers = ReviewBatch.askers(handle, ids);
        Map<ReviewId, Groups> groups = ReviewBatch.groups(handle, ids);
        Map<ReviewId, ReviewContext> contexts = ReviewBatch.contexts(handle, ids);
        Map<ReviewId, Integer> approvals = ReviewBatch.approvals(handle, ids);
        Map<ReviewId, Freeze> freezes = Freezes.stopping(handle, live(reviews, askers));
        List<ReviewRow> rows = new ArrayList<>();
        for (StoredReview review : reviews) {
            ReviewId id = review.id();
            List<Asker> asked = askers.getOrDefault(id, List.of());
            boolean mine = review.status().isLive()
                    && Decisions.right(review, groups.getOrDefault(id, NO_GROUPS), asked, person)
                            instanceof Decisions.Right.Granted;
            rows.add(ReviewRow.of(
                    new ReviewRow.Facts(
                            review,
                            beginnings.getOrDefault(id, new byte[0]),
                            Background.of(contexts.getOrDefault(id, ReviewContext.NONE)),
                            asked,
                            approvals.getOrDefault(id, 0),
                            Optional.ofNullable(freezes.get(id)),
                            mine),
                    now));
        }
        return rows;
    }

    private static Map<ReviewId, Freezes.Asked> live(List<StoredReview> reviews, Map<ReviewId, List<Asker>> askers) {
        Map<ReviewId, Freezes.Asked> live = new HashMap<>();
        for (StoredReview review : reviews) {
            if (review.status().isLive()) {
                live.put(
                        review.id(),
                        new Freezes.Asked(
                                review.sidecar(), review.listenerName(), askers.getOrDefault(review.id(), List.of())));
            }
        }
        return live;
    }
}
