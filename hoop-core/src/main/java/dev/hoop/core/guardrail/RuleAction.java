package dev.hoop.core.guardrail;

/** What a rule does to a statement that it matches. */
public enum RuleAction {
    /** The statement does not run. */
    DENY,
    /** A person must approve it, if nothing else denies it. */
    REQUIRE_REVIEW
}
