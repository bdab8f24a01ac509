package dev.hoop.core.gate;

import dev.hoop.review.Denial;

/** The texts of refusals that concern neither a rule's own message nor a review. */
final class GateDenials {

    private GateDenials() {}

    static Denial notRecorded() {
        return Denial.policy("the audit record could not be written; nothing ran. Tell the operator of this sidecar");
    }

    static Denial notJudged() {
        return Denial.policy("the statement could not be judged; nothing ran. Tell the operator of this sidecar");
    }

    static Denial noAnswerFrom(String evaluator) {
        return Denial.policy(evaluator + " gave no answer about the statement; nothing ran. Try again later");
    }

    static Denial responseNotJudged() {
        return Denial.policy("the answer could not be judged, so it is withheld; the statement itself ran");
    }

    static Denial nobodyToAsk(String rule) {
        return Denial.policy("rule " + rule + " asks for a person's approval, and this listener has no review block;"
                + " nothing ran");
    }
}
