package dev.hoop.core.gate;

import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Statement;
import java.util.concurrent.CompletionStage;

/**
 * One step of the gate. Called on the event loop of the session: it must not block, and answers with a completed stage
 * where it can. A stage that fails refuses the statement.
 */
public interface Evaluator {

    /** A short fixed name for the audit trail. */
    String name();

    /** Whether this step must see the whole statement, given its head: see {@link Gate#needsWhole}. */
    boolean needsWhole(Statement head);

    /** What this step says of the statement. */
    CompletionStage<Verdict> evaluate(Statement statement, Origin origin);
}
