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

    /** Forwarding without a review. */
    Decision FORWARD = new Forward(Optional.empty());
}
