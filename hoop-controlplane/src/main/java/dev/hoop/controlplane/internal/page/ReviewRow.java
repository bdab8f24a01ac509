package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.StoredReview;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A review as both pages show it.
 *
 * @param status the status in lower case, which is also its style
 * @param asker who asks, as well as is known
 * @param until when its state ends by itself
 */
public record ReviewRow(
        String id,
        String status,
        String sidecar,
        String listener,
        String rule,
        String asker,
        String summary,
        Moment filed,
        Optional<Moment> until) {

    static ReviewRow of(StoredReview review, List<Asker> askers, String summary, Instant now) {
        return new ReviewRow(
                review.id().value(),
                review.status().word().toLowerCase(Locale.ROOT),
                review.sidecar(),
                review.listenerName(),
                review.approvalRule(),
                askers.stream().findFirst().map(ReviewRow::name).orElse("unknown"),
                summary.isEmpty() ? "(nothing that can be seen)" : summary,
                Moment.of(review.createdAt(), now),
                review.expiresAt().map(end -> Moment.of(end, now)));
    }

    static String name(Asker asker) {
        for (String name : new String[] {asker.email(), asker.subject(), asker.peerAddress()}) {
            if (!name.isEmpty()) {
                return StatementText.marked(name);
            }
        }
        return "unknown";
    }
}
