package dev.hoop.core.guardrail;

/** What a {@link RuleSet} says. Outcomes are made once per rule, so that saying one costs nothing. */
public sealed interface RuleOutcome {

    /** No rule matches. */
    record None() implements RuleOutcome {}

    /** The rule denies: the first in order of those that match and deny. */
    record Deny(Rule rule) implements RuleOutcome {}

    /** The rule asks for a person, and none denies: the first in order of those. */
    record Review(Rule rule) implements RuleOutcome {}

    /** The one outcome of no rule matching. */
    RuleOutcome NONE = new None();
}
