package dev.hoop.review;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reviews, as a listener sees them. Every call is asynchronous, never blocks its caller, and is bounded in time by the
 * implementation; stages complete on any thread, exceptionally only with {@link ReviewFailure}.
 *
 * <p>Only an answer with {@link ReviewAnswer#forward()} releases a statement, and it is given once: two callers never
 * both see it for one approval.
 */
public interface ReviewService {

    /**
     * Files a question, or finds the live review of the same question. An approved one is claimed in the same step.
     */
    CompletionStage<ReviewAnswer> file(ReviewRequest request);

    /** Claims a review's approval for one execution. Never files. */
    CompletionStage<ReviewAnswer> claim(ReviewId id);

    /** Reads a review without spending anything. */
    CompletionStage<Review> status(ReviewId id);

    /**
     * This sidecar's reviews, newest first.
     *
     * @param status only those in this status
     * @param limit 1 to 200
     */
    CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit);

    /**
     * Completes when a claim is worth trying: as soon as the plane tells of a decision about this review, or after a
     * short pause where the plane cannot tell. It says nothing of the decision and may complete early; the caller claims
     * and, when the review is still pending, waits again. Costs no thread. Closing the returned wait ends it; its
     * callback is then not called any more.
     *
     * @param id the review that is waited for
     * @param worthClaiming called at most once, on any thread
     */
    Wait awaitDecision(ReviewId id, Runnable worthClaiming);

    /** A wait that can be ended early. */
    interface Wait extends AutoCloseable {
        /** Ends the wait; without effect when it already ended. */
        @Override
        void close();
    }
}
