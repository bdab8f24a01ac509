package dev.hoop.core.gate;

import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import java.time.Duration;
import java.util.Optional;

/** What happens to a statement now. */
public sealed interface Decision {

    /**
     * It runs now, once. Its audit record stands.
     *
     * @param approval the approval that released it, where it was reviewed
     */
    record Forward(Optional<Approval> approval) implements Decision {}

    /** It does not run. */
    record Refuse(Denial denial) implements Decision {}

    /**
     * It waits for a person. Another decision follows, unless the judgement is cancelled.
     *
     * @param reviewId the review that is waited for
     * @param limit how long it waits at most
     */
    record Hold(ReviewId reviewId, Duration limit) implements Decision {}

    /**
     * It does not run, since {@link DecisionHandler#prepare} said that it could not. Nothing was spent. The session knows why,
     * and tells its client.
     *
     * @param approved the review that lets the statement run as soon as it can; empty where none does, or none was filed
     */
    record NotReady(Optional<ReviewId> approved) implements Decision {}

    /** Forwarding without a review. */
    Decision FORWARD = new Forward(Optional.empty());
}
