package dev.hoop.core.gate;

import java.util.Optional;

/** What one evaluator says of a statement. */
public sealed interface Verdict {

    /** It has nothing to say: the next evaluator is asked. */
    record Abstain() implements Verdict {}

    /** It looked and lets the statement pass: the next evaluator is asked. */
    record Allow() implements Verdict {}

    /**
     * The statement must not run.
     *
     * @param rule the rule or evaluator that says so, for the audit trail
     * @param message the text for the client
     */
    record Deny(String rule, String message) implements Verdict {}

    /**
     * A person must approve, if everything else lets the statement run.
     *
     * @param rule the rule or evaluator that says so, for the audit trail and the reviewer
     * @param why what the reviewer is told about it; free of secrets
     */
    record Review(String rule, Optional<String> why) implements Verdict {

        /** Without a word about why. */
        public Review(String rule) {
            this(rule, Optional.empty());
        }
    }

    /** The one abstention. */
    Verdict ABSTAIN = new Abstain();

    /** The one plain pass. */
    Verdict ALLOW = new Allow();
}
