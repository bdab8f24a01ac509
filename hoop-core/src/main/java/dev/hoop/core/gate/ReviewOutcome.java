package dev.hoop.core.gate;

import dev.hoop.core.audit.Ruling;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Hears what came of the question to a person: {@link #held} at most once and first, then at most one of the others. */
interface ReviewOutcome {
    /** See {@link DecisionHandler#prepare}. */
    CompletionStage<Boolean> prepare();

    /** See {@link DecisionHandler#standDown}. */
    void standDown();

    void held(Decision.Hold hold);

    void released(ReviewId id, Optional<String> approvedBy, boolean shown);

    void refused(Denial denial, Ruling.Reason reason);

    /** The session could not run it, so nothing was spent. */
    void notReady(Optional<ReviewId> approved);

    /** After a cancel. */
    void abandoned(Optional<ReviewId> id);
}
