package dev.hoop.controlplane.client;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The reviews of a sidecar without a Control Plane: every call fails with {@link ReviewFailure.Kind#NO_PLANE}. */
public final class NoPlane implements ReviewService {

    @Override
    public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
        return none();
    }

    @Override
    public CompletionStage<ReviewAnswer> claim(ReviewId id) {
        return none();
    }

    @Override
    public CompletionStage<Review> status(ReviewId id) {
        return none();
    }

    @Override
    public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
        return none();
    }

    /** Never calls back: there is nobody to decide. */
    @Override
    public Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
        return () -> {};
    }

    private static <T> CompletionStage<T> none() {
        return CompletableFuture.failedFuture(new ReviewFailure(
                ReviewFailure.Kind.NO_PLANE,
                "this sidecar has no control plane; set control_plane_url to have statements reviewed"));
    }
}
