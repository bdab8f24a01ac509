package dev.hoop.core.gate;

import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.guardrail.Guardrails;
import java.util.List;
import java.util.Optional;

/**
 * What one listener's gate decides by.
 *
 * @param listenerName the listener, for reviews and records
 * @param guardrails the rules, and whether they are enforced
 * @param evaluators the further steps, from cheap to dear
 * @param review how to ask for a person; empty where nothing on this listener can ask
 * @param limits how long the gate waits for others
 */
public record GateConfig(
        String listenerName,
        Guardrails guardrails,
        List<Evaluator> evaluators,
        Optional<ReviewTerms> review,
        GateLimits limits) {

    public GateConfig {
        evaluators = List.copyOf(evaluators);
    }

    boolean observes() {
        return guardrails.mode() == GuardrailMode.OBSERVE;
    }

    /** Guardrails and the review, nothing else. */
    public static GateConfig of(String listenerName, Guardrails guardrails, Optional<ReviewTerms> review) {
        return new GateConfig(listenerName, guardrails, List.of(), review, GateLimits.DEFAULT);
    }
}
