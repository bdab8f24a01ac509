package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.FilingLimits;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.FilingStanding;
import dev.hoop.controlplane.internal.store.Question;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.StoredReview;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What a question has to meet before it is filed. Each throws a {@link Refusal} that says what to do. */
record FilingChecks(FilingLimits limits) {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The listener may ask for the rule, as far as this plane keeps the sidecar's configuration. */
    static void requireConfigured(FilingStanding standing, Question question) {
        Optional<String> document = standing.configuration();
        if (document.isPresent()
                && !ListenerRules.allow(document.get(), question.listenerName(), question.approvalRule())) {
            throw new Refusal(
                    Refusal.Kind.UNSATISFIABLE,
                    "listener '" + question.listenerName() + "' is not configured for approval rule '"
                            + question.approvalRule()
                            + "' in the configuration that this control plane keeps for the sidecar");
        }
    }

    /** There is the rule, and there are people who could approve what this one asks. */
    static ApprovalRule requireRule(Handle handle, String name, Asker asker) {
        Directory.Staffed staffed = Directory.staffedRule(handle, name)
                .orElseThrow(() -> new Refusal(
                        Refusal.Kind.UNSATISFIABLE,
                        "there is no approval rule '" + name + "' on this control plane; create it, or name another"
                                + " one in the listener's review.approval_rule"));
        ApprovalRule rule = staffed.rule();
        if (!RuleTerms.canBeSatisfied(
                staffed.reviewers(), RuleTerms.terms(rule), RuleTerms.groups(rule), List.of(asker), List.of())) {
            throw new Refusal(
                    Refusal.Kind.UNSATISFIABLE,
                    "approval rule '" + name + "' has too few reviewers to be satisfied, not counting who asks; add"
                            + " users to its groups");
        }
        return rule;
    }

    /** There are people who could still approve a review, by its own terms. */
    static void requireReviewersLeft(Handle handle, StoredReview review) {
        Groups groups = ReviewPeople.groups(handle, review.id());
        List<Asker> askers = ReviewPeople.askers(handle, review.id());
        if (!RuleTerms.canBeSatisfied(
                handle, review.terms(), groups, askers, ReviewPeople.decisions(handle, review.id()))) {
            throw new Refusal(
                    Refusal.Kind.UNSATISFIABLE,
                    "too few reviewers are left who did not ask for this statement themselves; add users to "
                            + String.join(", ", groups.reviewers()));
        }
    }

    /** What is asked of the database once for what the checks of a filing look at. */
    FilingStanding standing(Handle handle, Question question, Asker asker, Instant now) {
        return FilingStanding.of(handle, question, asker, limits, now);
    }

    /** Neither the sidecar nor who asks has filed more than anybody could look at. */
    void requireRoom(FilingStanding standing) {
        if (standing.pending() >= limits.pendingPerSidecar()) {
            throw tooManyWait("of this sidecar", limits.pendingPerSidecar());
        }
        if (standing.pendingOfRequester() >= limits.pendingPerRequester()) {
            throw tooManyWait("of this requester", limits.pendingPerRequester());
        }
        if (standing.filed() >= limits.perMinutePerSidecar()) {
            throw tooManyFiled("this sidecar", limits.perMinutePerSidecar());
        }
        if (standing.filedByRequester() >= limits.perMinutePerRequester()) {
            throw tooManyFiled("this requester", limits.perMinutePerRequester());
        }
    }

    private static Refusal tooManyWait(String whose, int limit) {
        return new Refusal(
                Refusal.Kind.TOO_MANY,
                "too many reviews " + whose + " wait: " + limit + " are allowed at a time; ask again once some are"
                        + " decided",
                MINUTE);
    }

    private static Refusal tooManyFiled(String who, int limit) {
        return new Refusal(
                Refusal.Kind.TOO_MANY,
                "too many reviews were filed by " + who + ": " + limit + " are allowed in a minute; ask again later",
                MINUTE);
    }
}
