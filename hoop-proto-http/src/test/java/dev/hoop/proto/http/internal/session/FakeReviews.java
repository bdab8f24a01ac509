package dev.hoop.proto.http.internal.session;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Background;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Reviews whose status can be read, and a plane that may be missing. */
final class FakeReviews implements ReviewService {

    private final Map<ReviewId, Review> known = new ConcurrentHashMap<>();
    private volatile Optional<ReviewFailure.Kind> failure = Optional.empty();

    FakeReviews with(Review review) {
        known.put(review.id(), review);
        return this;
    }

    FakeReviews failing(ReviewFailure.Kind kind) {
        failure = Optional.of(kind);
        return this;
    }

    @Override
    public CompletionStage<Review> status(ReviewId id) {
        Review review = known.get(id);
        if (failure.isPresent()) {
            return failed(failure.get());
        }
        // On another thread, as the real one: the session must come back to its loop.
        return review == null ? failed(ReviewFailure.Kind.NOT_FOUND) : Background.call(() -> review);
    }

    private static <T> CompletionStage<T> failed(ReviewFailure.Kind kind) {
        return CompletableFuture.failedStage(new ReviewFailure(kind, "scripted"));
    }

    @Override
    public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
        return failed(ReviewFailure.Kind.NO_PLANE);
    }

    @Override
    public CompletionStage<ReviewAnswer> claim(ReviewId id) {
        return failed(ReviewFailure.Kind.NO_PLANE);
    }

    @Override
    public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
        return failed(ReviewFailure.Kind.NO_PLANE);
    }

    @Override
    public Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
        return () -> {};
    }
}
