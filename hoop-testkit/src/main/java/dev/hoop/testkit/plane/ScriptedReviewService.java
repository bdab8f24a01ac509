package dev.hoop.testkit.plane;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Background;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The scripted plane in process, without HTTP in between: what a listener's tests need. Answers come on another thread, as
 * they would over a network.
 */
final class ScriptedReviewService implements ReviewService {

    private static final long POLL_MILLIS = 100;

    private final ScriptedReviews reviews;
    private final Supplier<Trouble> trouble;

    ScriptedReviewService(ScriptedReviews reviews, Supplier<Trouble> trouble) {
        this.reviews = reviews;
        this.trouble = trouble;
    }

    @Override
    public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
        return switch (trouble.get()) {
            case FROZEN -> failed(Kind.FROZEN);
            case CROWDED -> failed(Kind.TOO_MANY);
            default -> answer(() -> reviews.file(request));
        };
    }

    @Override
    public CompletionStage<ReviewAnswer> claim(ReviewId id) {
        boolean approved = reviews.find(id)
                .filter(review -> review.status().equals(ReviewStatus.APPROVED))
                .isPresent();
        return trouble.get() == Trouble.FROZEN && approved
                ? failed(Kind.FROZEN)
                : answer(() -> reviews.claim(id).orElseThrow(NotFound::new));
    }

    @Override
    public CompletionStage<Review> status(ReviewId id) {
        return answer(() -> reviews.find(id).orElseThrow(NotFound::new));
    }

    @Override
    public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
        return answer(() -> newestFirst(reviews, status, limit));
    }

    static List<Review> newestFirst(ScriptedReviews reviews, Optional<ReviewStatus> status, int limit) {
        List<Review> all = new ArrayList<>(
                reviews.all().stream().map(ScriptedReview::review).toList());
        Collections.reverse(all);
        return all.stream()
                .filter(review -> status.map(review.status()::equals).orElse(true))
                .limit(limit)
                .toList();
    }

    @Override
    public Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
        AtomicBoolean over = new AtomicBoolean();
        ScriptedReviews.Observer[] observer = new ScriptedReviews.Observer[1];
        Runnable wake = () -> {
            if (over.compareAndSet(false, true)) {
                reviews.forget(observer[0]);
                worthClaiming.run();
            }
        };
        observer[0] = (event, review) -> {
            if (review.id().equals(id)) {
                Background.run(wake);
            }
        };
        reviews.observe(observer[0]);
        Executor later = CompletableFuture.delayedExecutor(POLL_MILLIS, TimeUnit.MILLISECONDS, Background.THREADS);
        later.execute(wake);
        return () -> {
            over.set(true);
            reviews.forget(observer[0]);
        };
    }

    private static final class NotFound extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static <T> CompletionStage<T> failed(Kind kind) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Background.run(() -> result.completeExceptionally(new ReviewFailure(kind, "scripted: " + kind)));
        return result;
    }

    private <T> CompletionStage<T> answer(Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Background.run(() -> answer(work, result));
        return result;
    }

    private <T> void answer(Supplier<T> work, CompletableFuture<T> result) {
        Trouble now = trouble.get();
        Optional<Kind> failure = failure(now);
        if (failure.isEmpty() || now == Trouble.LOSES_ANSWERS || now == Trouble.HALF_ANSWERS) {
            try {
                T value = work.get();
                if (failure.isEmpty()) {
                    result.complete(value);
                }
            } catch (NotFound e) {
                result.completeExceptionally(new ReviewFailure(Kind.NOT_FOUND, "scripted: review not found", e));
            }
        }
        failure.ifPresent(kind -> result.completeExceptionally(new ReviewFailure(kind, "scripted: " + now)));
    }

    private static Optional<Kind> failure(Trouble trouble) {
        return switch (trouble) {
            case NONE, FROZEN, CROWDED -> Optional.empty();
            case DOWN, FAILING, LOSES_ANSWERS, HALF_ANSWERS, SLOW -> Optional.of(Kind.UNREACHABLE);
            case GARBAGE, OTHER_REVIEW, OTHER_LISTENER -> Optional.of(Kind.GARBLED);
            case TOO_OLD -> Optional.of(Kind.TOO_OLD);
            case UNAUTHORIZED -> Optional.of(Kind.UNAUTHORIZED);
            case REFUSES -> Optional.of(Kind.REFUSED);
            case FORGETFUL -> Optional.of(Kind.NOT_FOUND);
        };
    }
}
