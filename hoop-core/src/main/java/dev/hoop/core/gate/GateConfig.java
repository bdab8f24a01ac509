package dev.hoop.core.gate;

import java.util.List;
import java.util.Optional;

/**
 * What one listener's gate decides by.
 *
 * @param listenerName the listener, for reviews and records
 * @param guardrails the rules
 * @param observe whether the rules only record what they would do
 * @param evaluators the further steps, from cheap to dear
 * @param review how to ask for a person; empty where nothing on this listener can ask
 * @param limits how long the gate waits for others
 */
public record GateConfig(
        String listenerName,
        Guardrails guardrails,
        boolean observe,
        List<Evaluator> evaluators,
        Optional<ReviewTerms> review,
        GateLimits limits) {

    public GateConfig {
        evaluators = List.copyOf(evaluators);
    }

    /** Guardrails that are enforced, and nothing else. */
    public static GateConfig of(String listenerName, Guardrails guardrails, Optional<ReviewTerms> review) {
        return new GateConfig(listenerName, guardrails, false, List.of(), review, GateLimits.DEFAULT);
    }
}
