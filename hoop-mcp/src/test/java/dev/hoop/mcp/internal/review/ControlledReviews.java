package dev.hoop.mcp.internal.review;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reviews whose every reading the test answers, and whose every wake it gives. */
final class ControlledReviews implements ReviewService {

    static final ReviewId ID = new ReviewId("review-1");

    private final List<CompletableFuture<Review>> reads = new CopyOnWriteArrayList<>();
    private final List<Runnable> listening = new CopyOnWriteArrayList<>();

    static Review review(ReviewStatus status, Optional<Instant> expiresAt) {
        return new Review(
                ID,
                status,
                "billing-api",
                Optional.of("billing-approvers"),
                Optional.of(Instant.EPOCH),
                Optional.empty(),
                Optional.empty(),
                expiresAt,
                Optional.empty());
    }

    /** How often it was asked. */
    int reads() {
        return reads.size();
    }

    /** How many listen for a decision now. */
    int listening() {
        return listening.size();
    }

    /** The reading with that number, counted from 0; waits for it. */
    CompletableFuture<Review> read(int number) {
        return Eventually.value(
                () -> reads.size() > number ? Optional.of(reads.get(number)) : Optional.empty(),
                Eventually.SOON,
                "reading " + number);
    }

    /** Answers it. */
    void answer(int number, ReviewStatus status) {
        read(number).complete(review(status, Optional.empty()));
    }

    /** Tells whoever listens that there may be a decision. */
    void wake() {
        Eventually.await(() -> !listening.isEmpty(), Eventually.SOON, "somebody listens");
        List<Runnable> woken = List.copyOf(listening);
        listening.removeAll(woken);
        woken.forEach(Runnable::run);
    }

    @Override
    public CompletionStage<Review> status(ReviewId id) {
        CompletableFuture<Review> read = new CompletableFuture<>();
        reads.add(read);
        return read;
    }

    @Override
    public Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
        listening.add(worthClaiming);
        return () -> listening.remove(worthClaiming);
    }

    @Override
    public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
        throw new AssertionError("a tool files nothing");
    }

    @Override
    public CompletionStage<ReviewAnswer> claim(ReviewId id) {
        throw new AssertionError("a tool claims nothing");
    }

    @Override
    public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
        throw new AssertionError("nobody lists here");
    }
}
