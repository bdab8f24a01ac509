package dev.hoop.core.gate;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A plane in memory: one live review per question, an approval claimed once. Tests decide in it, take it down, delay its
 * answers and distort them. It answers and tells on a thread of its own, as a client over a network would.
 */
final class FakePlane implements ReviewService, AutoCloseable {

    private static final class Kept {
        private final ReviewId id;
        private final ReviewRequest question;
        private ReviewStatus status = ReviewStatus.PENDING;
        private Optional<String> reason = Optional.empty();

        Kept(ReviewId id, ReviewRequest question) {
            this.id = id;
            this.question = question;
        }

        Review told() {
            return new Review(
                    id,
                    status,
                    question.listenerName(),
                    Optional.of(question.approvalRule()),
                    Optional.empty(),
                    Optional.empty(),
                    status.equals(ReviewStatus.PENDING) ? Optional.empty() : Optional.of("Ana"),
                    Optional.empty(),
                    reason);
        }
    }

    private record Waiting(ReviewId id, Runnable worthClaiming) {}

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Map<ReviewId, Kept> reviews = new LinkedHashMap<>();
    private final List<Waiting> waits = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<Runnable> delayed = new ArrayList<>();
    private boolean delaying;
    private boolean telling = true;
    private Optional<ReviewFailure.Kind> failure = Optional.empty();
    private UnaryOperator<ReviewAnswer> distortion = UnaryOperator.identity();

    @Override
    public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
        return answer("file", () -> {
            Kept kept = reviews.values().stream()
                    .filter(other -> other.status.isLive() && other.question.sameQuestion(request))
                    .findFirst()
                    .orElseGet(() -> {
                        ReviewId id = new ReviewId("review-" + (reviews.size() + 1));
                        reviews.put(id, new Kept(id, request));
                        return reviews.get(id);
                    });
            return spend(kept);
        });
    }

    @Override
    public CompletionStage<ReviewAnswer> claim(ReviewId id) {
        return answer("claim " + id, () -> spend(kept(id)));
    }

    private static ReviewAnswer spend(Kept kept) {
        boolean forward = kept.status.equals(ReviewStatus.APPROVED);
        if (forward) {
            kept.status = ReviewStatus.EXECUTED;
        }
        return new ReviewAnswer(forward, kept.told());
    }

    private synchronized CompletionStage<ReviewAnswer> answer(String call, Supplier<ReviewAnswer> action) {
        calls.add(call);
        CompletableFuture<ReviewAnswer> stage = new CompletableFuture<>();
        Runnable delivery;
        if (failure.isPresent()) {
            ReviewFailure thrown = new ReviewFailure(failure.get(), "told to fail");
            delivery = () -> stage.completeExceptionally(thrown);
        } else {
            ReviewAnswer answer = distortion.apply(action.get());
            delivery = () -> stage.complete(answer);
        }
        if (delaying) {
            delayed.add(delivery);
        } else {
            thread.execute(delivery);
        }
        return stage;
    }

    @Override
    public synchronized Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
        Waiting waiting = new Waiting(id, worthClaiming);
        waits.add(waiting);
        return () -> {
            synchronized (this) {
                waits.removeIf(other -> other == waiting);
            }
        };
    }

    @Override
    public CompletionStage<Review> status(ReviewId id) {
        return answer("status " + id, () -> new ReviewAnswer(false, kept(id).told()))
                .thenApply(ReviewAnswer::review);
    }

    @Override
    public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
        throw new AssertionError("a gate does not list");
    }

    /** A person, or time, decides. */
    synchronized void decide(ReviewId id, ReviewStatus status) {
        kept(id).status = status;
        if (telling) {
            wake(id);
        }
    }

    void approve(ReviewId id) {
        decide(id, ReviewStatus.APPROVED);
    }

    synchronized void reject(ReviewId id, String reason) {
        kept(id).reason = Optional.of(reason);
        decide(id, ReviewStatus.REJECTED);
    }

    /** Tells everyone who waits for it that a claim is worth trying, at most once each. */
    synchronized void wake(ReviewId id) {
        List<Waiting> woken =
                waits.stream().filter(waiting -> waiting.id().equals(id)).toList();
        waits.removeAll(woken);
        woken.forEach(waiting -> thread.execute(waiting.worthClaiming()));
    }

    /** Every call fails from now on. */
    synchronized void fail(ReviewFailure.Kind kind) {
        failure = Optional.of(kind);
    }

    synchronized void recover() {
        failure = Optional.empty();
    }

    /** Decisions are made, but nobody is told of them. */
    synchronized void tellNobody() {
        telling = false;
    }

    /** Calls take effect at once, but their answers stay on the way. */
    synchronized void delayAnswers() {
        delaying = true;
    }

    synchronized void deliverAnswers() {
        delaying = false;
        delayed.forEach(thread::execute);
        delayed.clear();
    }

    synchronized void distort(UnaryOperator<ReviewAnswer> how) {
        distortion = how;
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    synchronized int claims() {
        return (int) calls.stream().filter(call -> call.startsWith("claim")).count();
    }

    synchronized int waiting() {
        return waits.size();
    }

    synchronized int reviews() {
        return reviews.size();
    }

    /** What was asked. */
    synchronized ReviewRequest questionOf(ReviewId id) {
        return kept(id).question;
    }

    synchronized ReviewStatus statusOf(ReviewId id) {
        return kept(id).status;
    }

    /** Until everything that is queued has been delivered. */
    void settle() {
        CompletableFuture.runAsync(() -> {}, thread).join();
    }

    private Kept kept(ReviewId id) {
        Kept kept = reviews.get(id);
        if (kept == null) {
            throw new AssertionError("no review " + id);
        }
        return kept;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
