package dev.hoop.core.gate;

import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import java.util.Optional;

/**
 * The deterministic rules of one listener, as the gate sees them. Immutable, safe for many threads; every answer is given
 * at once.
 */
public interface Guardrails {

    /** Whether the whole statement must be read before {@link #evaluate} can tell, given its head. */
    boolean needsWhole(Statement head);

    /** What the rules say: {@link Verdict.Deny} when any of them denies, else {@link Verdict.Review} when any asks. */
    Verdict evaluate(Statement statement);

    /** Whether any rule looks at responses. */
    boolean judgesResponses();

    /** The rule that stops this answer, or empty. */
    Optional<Verdict.Deny> evaluateResponse(Statement statement, Response response);

    /** No rules. */
    Guardrails NONE = new Guardrails() {
        @Override
        public boolean needsWhole(Statement head) {
            return false;
        }

        @Override
        public Verdict evaluate(Statement statement) {
            return Verdict.ABSTAIN;
        }

        @Override
        public boolean judgesResponses() {
            return false;
        }

        @Override
        public Optional<Verdict.Deny> evaluateResponse(Statement statement, Response response) {
            return Optional.empty();
        }
    };
}
