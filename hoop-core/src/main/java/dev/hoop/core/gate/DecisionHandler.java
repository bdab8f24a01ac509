package dev.hoop.core.gate;

/**
 * Receives the decision about one statement, on the event loop of its session: either one {@link Decision.Forward} or
 * {@link Decision.Refuse}, or first one {@link Decision.Hold} and later one of those.
 */
@FunctionalInterface
public interface DecisionHandler {
    void onDecision(Decision decision);
}
