package dev.hoop.testkit.plane;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.wire.WireConnection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Reviews in memory, with the plane's rules: one live review per listener, rule and bytes; an approval is spent by the one
 * filing or claim that is told to forward; what ended is never matched again.
 */
public final class ScriptedReviews {

    /** What happened to a review. */
    public enum Event {
        DECIDED,
        EXECUTED,
        EXPIRED
    }

    /** Hears of events, after they took effect. */
    @FunctionalInterface
    public interface Observer {
        void happened(Event event, Review review);
    }

    private record Filed(ReviewRequest request, Review review) {}

    private final Map<ReviewId, Filed> reviews = new LinkedHashMap<>();
    private final List<Observer> observers = new CopyOnWriteArrayList<>();
    private int filings;
    private int claims;
    private int forwards;

    /** Files a question, or finds and, where it is approved, spends the live review of the same one. */
    public ReviewAnswer file(ReviewRequest request) {
        ReviewAnswer answer;
        synchronized (this) {
            filings++;
            answer = live(request)
                    .map(filed -> spend(filed.review()))
                    .orElseGet(() -> new ReviewAnswer(false, create(request)));
        }
        return told(answer);
    }

    /** Claims an approval; empty for an unknown id. */
    public Optional<ReviewAnswer> claim(ReviewId id) {
        Optional<ReviewAnswer> answer;
        synchronized (this) {
            claims++;
            answer = find(id).map(this::spend);
        }
        return answer.map(this::told);
    }

    private ReviewAnswer spend(Review review) {
        if (!review.status().equals(ReviewStatus.APPROVED)) {
            return new ReviewAnswer(false, review);
        }
        forwards++;
        return new ReviewAnswer(true, change(review.id(), approved -> with(approved, ReviewStatus.EXECUTED)));
    }

    private ReviewAnswer told(ReviewAnswer answer) {
        if (answer.forward()) {
            tell(Event.EXECUTED, answer.review());
        }
        return answer;
    }

    private Optional<Filed> live(ReviewRequest request) {
        return reviews.values().stream()
                .filter(filed ->
                        filed.review().status().isLive() && filed.request().sameQuestion(request))
                .findFirst();
    }

    private Review create(ReviewRequest request) {
        Review review = new Review(
                new ReviewId("review-" + (reviews.size() + 1)),
                ReviewStatus.PENDING,
                request.listenerName(),
                Optional.of(request.approvalRule()),
                Optional.of(now()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        reviews.put(review.id(), new Filed(request, review));
        return review;
    }

    /** One review; empty for an unknown id. */
    public synchronized Optional<Review> find(ReviewId id) {
        return Optional.ofNullable(reviews.get(id)).map(Filed::review);
    }

    /** Approves as {@code ana@example.com}. */
    public void approve(ReviewId id) {
        approve(id, "ana@example.com");
    }

    /** Approves as that person. */
    public void approve(ReviewId id, String by) {
        decide(
                id,
                ReviewStatus.PENDING,
                review -> new Review(
                        review.id(),
                        ReviewStatus.APPROVED,
                        review.listenerName(),
                        review.approvalRule(),
                        review.createdAt(),
                        Optional.of(now()),
                        Optional.of(by),
                        Optional.empty(),
                        Optional.empty()));
    }

    /** Rejects with a reason. */
    public void reject(ReviewId id, String reason) {
        decide(
                id,
                ReviewStatus.PENDING,
                review -> new Review(
                        review.id(),
                        ReviewStatus.REJECTED,
                        review.listenerName(),
                        review.approvalRule(),
                        review.createdAt(),
                        Optional.of(now()),
                        Optional.of("ana@example.com"),
                        Optional.empty(),
                        Optional.of(reason)));
    }

    /** Takes an approval back. */
    public void revoke(ReviewId id) {
        decide(id, ReviewStatus.APPROVED, review -> with(review, ReviewStatus.REVOKED));
    }

    /** Puts a review into any status, a word of the future too, without telling anyone. */
    public synchronized void force(ReviewId id, ReviewStatus status) {
        change(id, review -> with(review, status));
    }

    /** Ends a live review by its time limit. */
    public void expire(ReviewId id) {
        Review expired;
        synchronized (this) {
            if (!known(id).status().isLive()) {
                throw new AssertionError(id + " is " + known(id).status() + " and cannot expire");
            }
            expired = change(id, review -> with(review, ReviewStatus.EXPIRED));
        }
        tell(Event.EXPIRED, expired);
    }

    private void decide(ReviewId id, ReviewStatus from, UnaryOperator<Review> decision) {
        Review decided;
        synchronized (this) {
            if (!known(id).status().equals(from)) {
                throw new AssertionError(id + " is " + known(id).status() + " instead of " + from);
            }
            decided = change(id, decision);
        }
        tell(Event.DECIDED, decided);
    }

    private Review change(ReviewId id, UnaryOperator<Review> change) {
        Review changed = change.apply(known(id));
        reviews.computeIfPresent(id, (same, filed) -> new Filed(filed.request(), changed));
        return changed;
    }

    private Review known(ReviewId id) {
        return find(id).orElseThrow(() -> new AssertionError("no review " + id));
    }

    private static Review with(Review review, ReviewStatus status) {
        return new Review(
                review.id(),
                status,
                review.listenerName(),
                review.approvalRule(),
                review.createdAt(),
                review.decidedAt(),
                review.decidedBy(),
                review.expiresAt(),
                review.rejectionReason());
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /** Has an observer hear of every event from now on. */
    public void observe(Observer observer) {
        observers.add(observer);
    }

    /** Ends what {@link #observe} began. */
    public void forget(Observer observer) {
        observers.remove(observer);
    }

    private void tell(Event event, Review review) {
        observers.forEach(observer -> observer.happened(event, review));
    }

    /** Every review, in the order of filing. */
    public synchronized List<ScriptedReview> all() {
        List<ScriptedReview> all = new ArrayList<>();
        reviews.values()
                .forEach(filed -> all.add(new ScriptedReview(
                        filed.review(),
                        filed.request().payload(),
                        filed.request().requester())));
        return List.copyOf(all);
    }

    /** Waits for the review with that number, counted from 0. */
    public ScriptedReview await(int number) {
        return Eventually.value(
                () -> all().size() > number ? Optional.of(all().get(number)) : Optional.empty(),
                WireConnection.PATIENCE,
                "review number " + number);
    }

    /** How often a question was filed, whether or not that made a review. */
    public synchronized int filings() {
        return filings;
    }

    /** How often a review was claimed. */
    public synchronized int claims() {
        return claims;
    }

    /** How often a statement was told to run. */
    public synchronized int forwards() {
        return forwards;
    }
}
