package dev.hoop.core.guardrail;

/**
 * A listener's guardrails: what the rules are, and what is made of them.
 *
 * @param mode whether they are enforced
 * @param rules those in force, the listener's own first
 */
public record Guardrails(GuardrailMode mode, RuleSet rules) {

    /** Nothing is forbidden. */
    public static final Guardrails NONE = new Guardrails(GuardrailMode.ENFORCE, RuleSet.EMPTY);

    /** Whether a rule can bring a statement before a person. */
    public boolean canRequireReview() {
        return mode == GuardrailMode.ENFORCE && rules.canRequireReview();
    }
}
