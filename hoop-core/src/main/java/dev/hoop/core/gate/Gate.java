package dev.hoop.core.gate;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import io.netty.util.concurrent.EventExecutor;
import java.util.Optional;

/** Decides about the statements of one listener. See the package for threading and ordering. */
public interface Gate {

    /**
     * Whether the whole statement must be read before it can be judged, given what its head says. A protocol whose
     * statements come in parts streams the rest of those that need not be read.
     *
     * @param head the statement without its body
     */
    boolean needsWhole(Statement head);

    /**
     * Whether a statement with this head may come before a person, who then approves all of it: a protocol that reads nothing
     * but heads must still tell one whole from another.
     */
    default boolean mayReview(Statement head) {
        return needsWhole(head);
    }

    /**
     * Whether rules only record what they would do. A protocol then refuses nothing for the sake of a rule: a statement that
     * cannot be read whole is judged by its head and passed on.
     */
    default boolean observes() {
        return false;
    }

    /**
     * Judges a statement.
     *
     * @param loop the session's event loop, on which this is called and the handler is called
     * @return a handle by which the session ends the wait
     */
    Judgement judge(Statement statement, Origin origin, EventExecutor loop, DecisionHandler handler);

    /** Whether any rule looks at responses; when none does, {@link #judgeResponse} need not be called. */
    boolean judgesResponses();

    /**
     * Judges an answer before its first byte goes to the client.
     *
     * @return the denial to send instead, or empty to let it pass
     */
    Optional<Denial> judgeResponse(Statement statement, Origin origin, Response response);

    /**
     * Records that a protocol refused something before it could become a statement, such as a malformed request.
     *
     * @param reason free of secrets and of the client's own bytes
     */
    void recordRefusal(Origin origin, String reason);

    /**
     * Records that a statement which a person had approved ran to its end, as far as the session can see.
     *
     * @param reviewId the review of the {@link Approval} that released it
     * @param result the protocol's own word for how it went, such as a status; never data
     */
    void recordCompletion(Origin origin, ReviewId reviewId, String result);

    /**
     * Records that a statement which a person had approved, and which was released, did not run after all.
     *
     * @param reviewId the review of the {@link Approval} that was spent on it
     */
    void recordNotRun(Origin origin, ReviewId reviewId, AuditEvent.NotRun why);
}
