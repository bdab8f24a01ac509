package dev.hoop.core.gate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Receives the decision about one statement, on the event loop of its session: either one {@link Decision.Forward},
 * {@link Decision.Refuse} or {@link Decision.NotReady}, or first one {@link Decision.Hold} and later one of those.
 */
@FunctionalInterface
public interface DecisionHandler {
    void onDecision(Decision decision);

    /**
     * Makes ready to run the statement at once, and sends nothing of it. Asked each time before an approval may be spent, so
     * that none is spent on a statement that cannot run: a protocol that dials its upstream when there is something to send
     * connects here. One that is connected from the start has nothing to do, which is the default.
     *
     * <p>A protocol that takes statements before it has answered earlier ones waits here for those answers, where one of them
     * may keep the statement from running.
     *
     * @return completed on the session's event loop, at the latest when the judgement is cancelled or skipped: whether the
     *     statement could run. When it could not, {@link Decision.NotReady} follows, or the wait goes on and this is asked
     *     again later
     */
    default CompletionStage<Boolean> prepare() {
        return CompletableFuture.completedStage(true);
    }

    /** What {@link #prepare} made ready is not needed for now: the wait goes on. No further word follows a decision. */
    default void standDown() {}
}
