package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.StoredReview;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One thing that happened to a review.
 *
 * @param did what, which is also its style: {@code filed}, {@code approved}, {@code rejected}, {@code revoked},
 *     {@code executed}, {@code expired}
 * @param who whoever did it; empty for the clock
 * @param more their address, and the groups that they decided for
 * @param reason why; empty when they did not say
 */
public record Step(String did, String who, String more, String reason, Moment at) {

    /** All that happened, in order. */
    static List<Step> all(StoredReview review, String asker, List<Made> decisions, Instant now) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step("filed", asker, "", "", Moment.of(review.createdAt(), now)));
        for (Made made : decisions) {
            steps.add(new Step(
                    made.decision().word().toLowerCase(Locale.ROOT),
                    made.name(),
                    made.email() + ", for " + String.join(", ", made.groups()),
                    made.reason().map(StatementText::marked).orElse(""),
                    Moment.of(made.at(), now)));
        }
        String status = review.status().word();
        if (status.equals("EXECUTED") || status.equals("EXPIRED")) {
            review.endedAt()
                    .ifPresent(end ->
                            steps.add(new Step(status.toLowerCase(Locale.ROOT), "", "", "", Moment.of(end, now))));
        }
        return steps;
    }
}
