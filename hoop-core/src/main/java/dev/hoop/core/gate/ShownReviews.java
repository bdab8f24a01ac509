package dev.hoop.core.gate;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Reviews as agents are told of them: without who decided where a listener's {@code review.show_approver} hides it.
 * Threading is that of the service behind it.
 */
public final class ShownReviews implements ReviewService {

    private final ReviewService reviews;
    private final Predicate<String> showsApprover;

    /** @param showsApprover of a listener's name, whether agents are told who decided; asked on any thread */
    public ShownReviews(ReviewService reviews, Predicate<String> showsApprover) {
        this.reviews = reviews;
        this.showsApprover = showsApprover;
    }

    @Override
    public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
        return reviews.file(request).thenApply(this::shown);
    }

    @Override
    public CompletionStage<ReviewAnswer> claim(ReviewId id) {
        return reviews.claim(id).thenApply(this::shown);
    }

    @Override
    public CompletionStage<Review> status(ReviewId id) {
        return reviews.status(id).thenApply(this::shown);
    }

    @Override
    public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
        return reviews.list(status, limit)
                .thenApply(list -> list.stream().map(this::shown).toList());
    }

    @Override
    public Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
        return reviews.awaitDecision(id, worthClaiming);
    }

    private ReviewAnswer shown(ReviewAnswer answer) {
        return new ReviewAnswer(answer.forward(), shown(answer.review()));
    }

    private Review shown(Review review) {
        return showsApprover.test(review.listenerName()) ? review : review.withoutDecider();
    }
}
