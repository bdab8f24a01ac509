package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Question;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What a sidecar does: file a question, claim an approval. Blocks on the database; safe for use by many threads. */
public final class Filings {

    /** A round is lost only to another one that got through; with one writer none is. */
    private static final int ROUNDS = 20;

    private final Database database;
    private final ReviewEvents events;
    private final PlaneClock clock;

    public Filings(Database database, ReviewEvents events, PlaneClock clock) {
        this.database = database;
        this.events = events;
        this.clock = clock;
    }

    /**
     * The answer to a filing or a claim.
     *
     * @param filed whether a new review was filed
     * @param forward whether the statement may run now; told once
     */
    public record Answer(boolean filed, boolean forward, StoredReview review) {}

    private record Outcome(Optional<Answer> answer, List<ReviewEvent> events) {}

    /**
     * Files a question, or finds its live review; claims an approved one in the same transaction.
     *
     * @throws Refusal {@code UNSATISFIABLE}
     */
    public Answer file(Question question, Asker asker) {
        for (int round = 0; round < ROUNDS; round++) {
            Outcome outcome = database.write(handle -> file(handle, question, asker));
            outcome.events().forEach(events::publish);
            if (outcome.answer().isPresent()) {
                return outcome.answer().get();
            }
        }
        throw new IllegalStateException("a review was neither filed nor found, which only equal digests can cause");
    }

    private Outcome file(Handle handle, Question question, Asker asker) {
        Instant now = clock.now();
        ApprovalRule rule = requireRule(handle, question);
        List<ReviewEvent> happened = new ArrayList<>();
        ReviewTable.expire(handle, question, now)
                .ifPresent(ended -> happened.add(new ReviewEvent(ReviewEvent.Kind.EXPIRED, ended)));

        Optional<StoredReview> spent = ReviewTable.spend(handle, question, now);
        if (spent.isPresent()) {
            happened.add(new ReviewEvent(ReviewEvent.Kind.EXECUTED, spent.get()));
            return new Outcome(Optional.of(new Answer(false, true, spent.get())), happened);
        }
        Optional<StoredReview> filed = ReviewTable.file(handle, filing(question, rule), now);
        if (filed.isPresent()) {
            ReviewPeople.fixGroups(handle, filed.get().id(), groups(rule));
            ReviewPeople.noteAsker(handle, filed.get().id(), asker, now);
            happened.add(new ReviewEvent(ReviewEvent.Kind.FILED, filed.get()));
            return new Outcome(Optional.of(new Answer(true, false, filed.get())), happened);
        }
        Optional<StoredReview> live = ReviewTable.findLive(handle, question, now);
        if (live.isPresent() && !ReviewPeople.noteAsker(handle, live.get().id(), asker, now)) {
            throw new Refusal(
                    Refusal.Kind.UNSATISFIABLE,
                    "more than " + ReviewPeople.MAX_REQUESTERS
                            + " different people ask for this statement; decide the review first");
        }
        return new Outcome(live.map(review -> new Answer(false, false, review)), happened);
    }

    /**
     * Claims the approval of one review; tells of its state when there is none to claim.
     *
     * @throws Refusal {@code NOT_FOUND}
     */
    public Answer claim(String sidecar, ReviewId id) {
        Answer answer = database.write(handle -> {
            Instant now = clock.now();
            Optional<StoredReview> spent = ReviewTable.spend(handle, sidecar, id, now);
            if (spent.isPresent()) {
                return new Answer(false, true, spent.get());
            }
            StoredReview review = ReviewTable.find(handle, sidecar, id, now).orElseThrow(Filings::notFound);
            return new Answer(false, false, review);
        });
        if (answer.forward()) {
            events.publish(new ReviewEvent(ReviewEvent.Kind.EXECUTED, answer.review()));
        }
        return answer;
    }

    /** The answer for an unknown id and for another sidecar's review alike. */
    static Refusal notFound() {
        return new Refusal(Refusal.Kind.NOT_FOUND, "review not found");
    }

    private ApprovalRule requireRule(Handle handle, Question question) {
        String name = question.approvalRule();
        ApprovalRule rule = Directory.rule(handle, name)
                .orElseThrow(() -> new Refusal(
                        Refusal.Kind.UNSATISFIABLE,
                        "there is no approval rule '" + name + "' on this control plane; create it, or name another"
                                + " one in the listener's review.approval_rule"));
        Optional<String> document = Sidecars.configuration(handle, question.sidecar());
        if (document.isPresent() && !ListenerRules.allow(document.get(), question.listenerName(), name)) {
            throw new Refusal(
                    Refusal.Kind.UNSATISFIABLE,
                    "listener '" + question.listenerName() + "' is not configured for approval rule '" + name
                            + "' in the configuration that this control plane keeps for the sidecar");
        }
        if (!canBeSatisfied(handle, rule)) {
            throw new Refusal(
                    Refusal.Kind.UNSATISFIABLE,
                    "approval rule '" + name + "' has too few reviewers to be satisfied; add users to its groups");
        }
        return rule;
    }

    private static boolean canBeSatisfied(Handle handle, ApprovalRule rule) {
        Groups groups = groups(rule);
        Set<String> any = new TreeSet<>(groups.reviewers());
        any.addAll(groups.forcing());
        List<Set<String>> everyone = List.copyOf(Directory.members(handle, any).values());
        return Approvals.suffice(terms(rule), groups, everyone);
    }

    private static ReviewTable.Filing filing(Question question, ApprovalRule rule) {
        ReviewId id = new ReviewId(UUID.randomUUID().toString());
        return new ReviewTable.Filing(id, question, rule.pendingTtl(), terms(rule));
    }

    private static StoredReview.Terms terms(ApprovalRule rule) {
        return new StoredReview.Terms(
                rule.minApprovals(), rule.allGroupsMustApprove(), rule.allowSelfApproval(), rule.approvalTtl());
    }

    private static Groups groups(ApprovalRule rule) {
        return new Groups(new TreeSet<>(rule.reviewersGroups()), new TreeSet<>(rule.forceApprovalGroups()));
    }
}
