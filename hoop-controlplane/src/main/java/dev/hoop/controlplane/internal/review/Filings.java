package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.FilingLimits;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.store.Actor;
import dev.hoop.controlplane.internal.store.ApprovalUse;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.FilingRows;
import dev.hoop.controlplane.internal.store.FilingStanding;
import dev.hoop.controlplane.internal.store.Freezes;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.LogEntry;
import dev.hoop.controlplane.internal.store.Question;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/** What a sidecar does: file a question, claim an approval. Blocks on the database; safe for use by many threads. */
public final class Filings {

    /** A round is lost only to another one that got through. */
    private static final int ROUNDS = 20;

    private final Database database;
    private final ReviewEvents events;
    private final PlaneClock clock;

    private final FilingChecks checks;

    public Filings(Database database, ReviewEvents events, PlaneClock clock) {
        this(database, events, clock, FilingLimits.defaults());
    }

    public Filings(Database database, ReviewEvents events, PlaneClock clock, FilingLimits limits) {
        this.database = database;
        this.events = events;
        this.clock = clock;
        this.checks = new FilingChecks(limits);
    }

    /**
     * The answer to a filing or a claim.
     *
     * @param filed whether a new review was filed
     * @param forward whether the statement may run now; told once
     * @param frozen why an approved statement may not run now all the same
     */
    public record Answer(boolean filed, boolean forward, StoredReview review, Optional<String> frozen) {

        Answer(boolean filed, boolean forward, StoredReview review) {
            this(filed, forward, review, Optional.empty());
        }
    }

    /** A freeze, or that the sidecar was disabled, shows behind the lock behind which neither can begin: all is undone. */
    private static final class FrozenMeanwhile extends RuntimeException {

        private static final long serialVersionUID = 1;

        FrozenMeanwhile() {
            super("frozen meanwhile", null, false, false);
        }
    }

    /**
     * Files a question, or finds its live review; claims an approved one in the same transaction.
     *
     * @param context what reviewers are told besides, where this files a new review
     * @throws Refusal {@code UNSATISFIABLE}, {@code FROZEN}, {@code TOO_MANY}, {@code SHUT_OUT}
     */
    public Answer file(Question question, Asker asker, ReviewContext context) {
        return inRounds(question.sidecar(), () -> database.write(handle -> file(handle, question, asker, context)));
    }

    private Answer inRounds(String sidecar, Supplier<Optional<Answer>> round) {
        for (int i = 0; i < ROUNDS; i++) {
            try {
                Optional<Answer> answer = round.get();
                if (answer.isPresent()) {
                    return answer.get();
                }
            } catch (FrozenMeanwhile e) {
                // The next round sees a freeze; of the sidecar itself nobody asks any more who was let in.
                if (!database.read(handle -> Sidecars.isLetIn(handle, sidecar))) {
                    throw shutOut();
                }
            }
        }
        throw new IllegalStateException("a review was neither filed nor found, which only equal digests can cause");
    }

    private Optional<Answer> file(Handle handle, Question question, Asker asker, ReviewContext context) {
        Instant now = clock.now();
        FilingStanding standing = checks.standing(handle, question, asker, now);
        FilingChecks.requireConfigured(standing, question);
        Optional<StoredReview> newest = standing.newest();
        if (newest.isPresent() && newest.get().status().equals(ReviewStatus.EXPIRED)) {
            ReviewTable.expire(handle, question, now)
                    .ifPresent(ended -> events.publish(handle, new ReviewEvent(ReviewEvent.Kind.EXPIRED, ended)));
        }
        if (standing.frozen()) {
            Optional<Freeze> freeze =
                    Freezes.stopping(handle, question.sidecar(), question.listenerName(), List.of(asker));
            // Empty where it ended at the very moment.
            return freeze.map(found -> frozen(handle, question, found, now));
        }

        Optional<StoredReview> live = newest.filter(review -> review.status().isLive());
        if (live.isPresent() && live.get().status().equals(ReviewStatus.APPROVED)) {
            // Where it was used or revoked since it was read, the next round sees that.
            return ReviewTable.spend(handle, question, now).map(spent -> executed(handle, spent, List.of(asker), now));
        }
        if (live.isPresent()) {
            join(handle, live.get(), asker, now);
            return Optional.of(new Answer(false, false, live.get()));
        }
        ApprovalRule rule = FilingChecks.requireRule(handle, question.approvalRule(), asker);
        checks.requireRoom(standing);
        Optional<StoredReview> filed =
                FilingRows.write(handle, filing(question, rule, asker), RuleTerms.groups(rule), asker, context, now);
        filed.ifPresent(review -> events.publish(handle, new ReviewEvent(ReviewEvent.Kind.FILED, review)));
        // Otherwise somebody else filed it meanwhile: the next round finds theirs.
        return filed.map(review -> new Answer(true, false, review));
    }

    /**
     * Last in its transaction: the log's lock is the one that all wait for, and behind which no freeze can begin and no
     * sidecar be disabled.
     *
     * @param askers whose freeze would stop it
     */
    private Answer executed(Handle handle, StoredReview review, List<Asker> askers, Instant now) {
        events.publish(handle, new ReviewEvent(ReviewEvent.Kind.EXECUTED, review));
        Actor who = Actor.sidecar(review.sidecar());
        DecisionLog.append(
                handle,
                LogEntry.of(who, "review.executed", review.id().value(), now).withPayload(review.payloadSha256()));
        if (!Sidecars.mayUse(handle, new Freezes.Asked(review.sidecar(), review.listenerName(), askers))) {
            throw new FrozenMeanwhile();
        }
        return new Answer(false, true, review);
    }

    /** Asks along with those who asked before, unless nobody would be left to decide. */
    private static void join(Handle handle, StoredReview review, Asker asker, Instant now) {
        if (!ReviewPeople.noteAsker(handle, review.id(), asker, now)) {
            throw new Refusal(
                    Refusal.Kind.UNSATISFIABLE,
                    "more than " + ReviewPeople.MAX_REQUESTERS
                            + " different people ask for this statement; decide the review first");
        }
        FilingChecks.requireReviewersLeft(handle, review);
    }

    /** @throws Refusal {@code FROZEN}, unless there is an approval, of which it is told that it cannot be used now */
    private static Answer frozen(Handle handle, Question question, Freeze freeze, Instant now) {
        StoredReview approved = ReviewTable.findLive(handle, question, now)
                .filter(review -> review.status().equals(ReviewStatus.APPROVED))
                .orElseThrow(() -> new Refusal(Refusal.Kind.FROZEN, frozen(freeze)));
        return new Answer(false, false, approved, Optional.of(frozen(freeze)));
    }

    /** Without the reason: who is frozen because something is amiss with them is not told what is known. */
    private static String frozen(Freeze freeze) {
        return freeze.target().described() + " is frozen since "
                + freeze.startedAt().truncatedTo(ChronoUnit.SECONDS)
                + "; nothing it asks runs until somebody unfreezes it in the control plane";
    }

    /**
     * Claims the approval of one review; tells of its state when there is none to claim.
     *
     * @throws Refusal {@code NOT_FOUND}, {@code SHUT_OUT}
     */
    public Answer claim(String sidecar, ReviewId id) {
        return inRounds(sidecar, () -> Optional.of(database.write(handle -> claim(handle, sidecar, id))));
    }

    /**
     * The same in the way that nearly every claim goes: of an approval, by a sidecar that may, for somebody who is not frozen.
     *
     * @return empty, with nothing done, when it is not so; what it is then is found out by {@link #claim}
     */
    public Optional<Answer> claimAtOnce(SecretToken token, ReviewId id) {
        try {
            return database.write(handle -> {
                Instant now = clock.now();
                return ApprovalUse.spend(handle, token, id, now)
                        .map(use -> executed(handle, use.review(), use.askers(), now));
            });
        } catch (FrozenMeanwhile e) {
            return Optional.empty();
        }
    }

    private Answer claim(Handle handle, String sidecar, ReviewId id) {
        Instant now = clock.now();
        StoredReview review = ReviewTable.find(handle, sidecar, id, now).orElseThrow(Filings::notFound);
        if (!review.status().equals(ReviewStatus.APPROVED)) {
            return new Answer(false, false, review);
        }
        // Whoever asked may be the one who claims.
        List<Asker> askers = ReviewPeople.askers(handle, id);
        Optional<Freeze> freeze = Freezes.stopping(handle, sidecar, review.listenerName(), askers);
        if (freeze.isPresent()) {
            return new Answer(false, false, review, freeze.map(Filings::frozen));
        }
        return ReviewTable.spend(handle, sidecar, id, now)
                .map(spent -> executed(handle, spent, askers, now))
                // Somebody was faster.
                .orElseGet(() -> new Answer(
                        false, false, ReviewTable.find(handle, sidecar, id, now).orElseThrow(Filings::notFound)));
    }

    private static Refusal shutOut() {
        return new Refusal(
                Refusal.Kind.SHUT_OUT,
                "this control plane does not know the sidecar's token any more: the sidecar was disabled at this moment, and"
                        + " nothing was used");
    }

    /** The answer for an unknown id and for another sidecar's review alike. */
    static Refusal notFound() {
        return new Refusal(Refusal.Kind.NOT_FOUND, "review not found");
    }

    private static ReviewTable.Filing filing(Question question, ApprovalRule rule, Asker asker) {
        ReviewId id = new ReviewId(UUID.randomUUID().toString());
        return new ReviewTable.Filing(
                id, question, FilingStanding.requester(asker), rule.pendingTtl(), RuleTerms.terms(rule));
    }
}
