package dev.hoop.controlplane.client;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reviews of a plane over its HTTP API, CONTRACTS section 6. */
final class PlaneReviewService implements ReviewService {

    private static final String REVIEWS = "/api/sidecars/reviews";

    private final PlaneHttp http;
    private final PlaneLimits limits;
    private final DecisionStream decisions;

    PlaneReviewService(PlaneHttp http, PlaneLimits limits, DecisionStream decisions) {
        this.http = http;
        this.limits = limits;
        this.decisions = decisions;
    }

    @Override
    public CompletionStage<ReviewAnswer> file(ReviewRequest request) {
        if (request.payloadLength() > ReviewRequest.MAX_PAYLOAD_BYTES) {
            return CompletableFuture.failedFuture(new ReviewFailure(
                    Kind.REFUSED,
                    "the statement has " + request.payloadLength() + " bytes; a review takes at most "
                            + ReviewRequest.MAX_PAYLOAD_BYTES));
        }
        CompletableFuture<ReviewAnswer> filed =
                Reading.of(send("POST", REVIEWS, Optional.of(ReviewJson.filing(request)), limits.request()), answer -> {
                    AnswerStatus.requireOk(answer);
                    return aboutSame(request, ReviewJson.answer(answer.body()));
                });
        return withApprover(filed);
    }

    @Override
    public CompletionStage<ReviewAnswer> claim(ReviewId id) {
        CompletableFuture<ReviewAnswer> claimed =
                Reading.of(send("POST", REVIEWS + '/' + id + "/claim", Optional.empty(), limits.request()), answer -> {
                    AnswerStatus.requireOk(answer);
                    ReviewAnswer read = ReviewJson.answer(answer.body());
                    requireSame(id, read.review());
                    return read;
                });
        return withApprover(claimed);
    }

    @Override
    public CompletionStage<Review> status(ReviewId id) {
        return status(id, limits.request());
    }

    private CompletableFuture<Review> status(ReviewId id, Duration most) {
        return Reading.of(send("GET", REVIEWS + '/' + id, Optional.empty(), most), answer -> {
            AnswerStatus.requireOk(answer);
            Review review = ReviewJson.review(answer.body());
            requireSame(id, review);
            return review;
        });
    }

    @Override
    public CompletionStage<List<Review>> list(Optional<ReviewStatus> status, int limit) {
        if (limit < 1 || limit > 200) {
            throw new IllegalArgumentException("limit must be 1 to 200, not " + limit);
        }
        String filter = status.map(wanted -> "status=" + URLEncoder.encode(wanted.word(), StandardCharsets.UTF_8) + '&')
                .orElse("");
        return Reading.of(
                send("GET", REVIEWS + '?' + filter + "limit=" + limit, Optional.empty(), limits.request()), answer -> {
                    AnswerStatus.requireOk(answer);
                    return ReviewJson.reviews(answer.body(), limit);
                });
    }

    @Override
    public Wait awaitDecision(ReviewId id, Runnable worthClaiming) {
        return decisions.await(id, worthClaiming);
    }

    private CompletableFuture<PlaneHttp.Answer> send(String method, String path, Optional<byte[]> body, Duration most) {
        return http.send(new PlaneHttp.Call(method, path, body, most, limits.answerBytes()));
    }

    private static ReviewAnswer aboutSame(ReviewRequest request, ReviewAnswer answer) throws ReviewFailure {
        Review review = answer.review();
        if (!review.listenerName().equals(request.listenerName())) {
            throw ReviewJson.garbled("it is about another listener than the one that asked");
        }
        if (!review.approvalRule().orElse(request.approvalRule()).equals(request.approvalRule())) {
            throw ReviewJson.garbled("it is about another approval rule than the one that was asked for");
        }
        return answer;
    }

    private static void requireSame(ReviewId asked, Review review) throws ReviewFailure {
        if (!review.id().equals(asked)) {
            throw ReviewJson.garbled("it is about another review than the one that was asked about");
        }
    }

    /** A released statement names its approver: where the answer does not, one short read may. */
    private CompletableFuture<ReviewAnswer> withApprover(CompletableFuture<ReviewAnswer> source) {
        CompletableFuture<ReviewAnswer> result = new CompletableFuture<>();
        source.whenComplete((answer, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (!answer.forward() || answer.review().decidedBy().isPresent()) {
                result.complete(answer);
            } else {
                status(answer.review().id(), limits.approver())
                        .whenComplete((review, unread) -> result.complete(
                                unread == null ? new ReviewAnswer(true, named(answer.review(), review)) : answer));
            }
        });
        return result;
    }

    private static Review named(Review review, Review read) {
        return new Review(
                review.id(),
                review.status(),
                review.listenerName(),
                review.approvalRule(),
                review.createdAt(),
                review.decidedAt().or(read::decidedAt),
                read.decidedBy(),
                review.expiresAt(),
                review.rejectionReason());
    }
}
