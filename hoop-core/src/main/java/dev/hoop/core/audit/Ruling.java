package dev.hoop.core.audit;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.util.Locale;
import java.util.Optional;

/**
 * What was decided about a statement, and why.
 *
 * @param forward whether it may run
 * @param reason why, in a fixed word
 * @param rule the rule that refused it or asked for a person
 * @param reviewId the review, where there is one
 * @param reviewStatus the review's status, where it is known
 * @param approvedBy who approved, as the plane names them
 * @param wouldDeny the rule that would have refused it, were its guardrails enforced
 * @param wouldReview the rule that would have asked for a person, were its guardrails enforced
 */
public record Ruling(
        boolean forward,
        Reason reason,
        Optional<String> rule,
        Optional<ReviewId> reviewId,
        Optional<ReviewStatus> reviewStatus,
        Optional<String> approvedBy,
        Optional<String> wouldDeny,
        Optional<String> wouldReview) {

    /** Why a statement runs or does not run. */
    public enum Reason {
        /** Nothing stood in its way. */
        ALLOWED,
        /** A person approved it. */
        APPROVED,
        /** A rule or another evaluator refused it. */
        RULE,
        /** Return mode: nobody has decided yet. */
        REVIEW_PENDING,
        /** Hold mode: nobody decided in time. */
        REVIEW_TIMED_OUT,
        /** The review ended without an approval for this statement. */
        REVIEW_ENDED,
        /** No answer about the review could be had. */
        REVIEW_FAILED,
        /** The trail takes no records, so nobody was asked and no approval was spent. */
        AUDIT_FAILED,
        /** It is larger than what can be reviewed. */
        REVIEW_TOO_LARGE,
        /** The upstream could not be reached, so no approval was asked for or spent. */
        NOT_READY,
        /** Something before it in its pipeline failed, so that the upstream would have skipped it; nothing was spent. */
        SKIPPED,
        /** The sidecar shut down while it was held. */
        INTERRUPTED,
        /** The client went away before the decision. */
        CLIENT_GONE,
        /** An evaluator failed or gave no answer in time. */
        EVALUATOR_FAILED,
        /** A defect of the sidecar: see its log. */
        INTERNAL_ERROR;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** The word in the record. */
        public String word() {
            return word;
        }
    }

    /** It runs, and there is nothing more to say. */
    public static final Ruling ALLOWED = plain(true, Reason.ALLOWED);

    /** A ruling that concerns no rule and no review. */
    public static Ruling plain(boolean forward, Reason reason) {
        return new Ruling(
                forward,
                reason,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The same with a rule. */
    public Ruling by(String ruleName) {
        return new Ruling(
                forward, reason, Optional.of(ruleName), reviewId, reviewStatus, approvedBy, wouldDeny, wouldReview);
    }

    /** The same about a review. */
    public Ruling about(ReviewId id, Optional<ReviewStatus> status) {
        return new Ruling(forward, reason, rule, Optional.of(id), status, approvedBy, wouldDeny, wouldReview);
    }

    /** The same with the approver's name. */
    public Ruling approvedBy(Optional<String> name) {
        return new Ruling(forward, reason, rule, reviewId, reviewStatus, name, wouldDeny, wouldReview);
    }

    /** The same with what observed guardrails would have done. */
    public Ruling observed(Optional<String> denyingRule, Optional<String> reviewingRule) {
        return new Ruling(forward, reason, rule, reviewId, reviewStatus, approvedBy, denyingRule, reviewingRule);
    }
}
