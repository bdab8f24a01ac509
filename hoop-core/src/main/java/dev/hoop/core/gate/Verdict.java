package dev.hoop.core.gate;

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
     * @param rule the rule or evaluator that says so, for the audit trail
     */
    record Review(String rule) implements Verdict {}

    /** The one abstention. */
    Verdict ABSTAIN = new Abstain();

    /** The one plain pass. */
    Verdict ALLOW = new Allow();
}
