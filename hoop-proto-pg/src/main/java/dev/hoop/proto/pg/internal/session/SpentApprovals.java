package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.gate.Approval;
import dev.hoop.core.gate.Gate;
import dev.hoop.core.statement.Origin;
import dev.hoop.review.ReviewId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The approvals that were spent in this conversation, until the trail knows of each what came of it. Confined to its loop. */
final class SpentApprovals {

    private enum State {
        /** The statement was not executed yet. */
        RELEASED,
        SENT,
        /** Some of its rows were fetched. */
        SUSPENDED
    }

    /** One that was spent. */
    private static final class Spent {
        private State state = State.RELEASED;

        /** Whether the server has its portal. */
        private boolean bound;

        /** Whether something else was sent to be run since it was released: SQL such as FETCH runs what is bound. */
        private boolean overtaken;
    }

    /** What the trail says of a portal of which nobody fetched the rest. */
    private static final String PART = "suspended";

    /** What the trail says of a portal that the client did not execute itself. */
    private static final String NOT_EXECUTED = "bound";

    /** What the trail says where the answer did not come. */
    private static final String NO_ANSWER = "no answer";

    private final Gate gate;
    private final Supplier<Origin> origin;
    private final Map<ReviewId, Spent> open = new LinkedHashMap<>();

    SpentApprovals(Gate gate, Supplier<Origin> origin) {
        this.gate = gate;
        this.origin = origin;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    void spent(Approval approval) {
        open.put(approval.reviewId(), new Spent());
    }

    /** A statement was sent, by this approval or without one. */
    void sent(Optional<Approval> approval) {
        if (open.isEmpty()) {
            return;
        }
        approval.ifPresent(by -> state(by, State.SENT));
        for (Spent one : open.values()) {
            one.overtaken |= one.state == State.RELEASED;
        }
    }

    void bound(Approval approval) {
        Spent spent = open.get(approval.reviewId());
        if (spent != null) {
            spent.bound = true;
        }
    }

    void suspended(Approval approval) {
        state(approval, State.SUSPENDED);
    }

    private void state(Approval approval, State state) {
        Spent spent = open.get(approval.reviewId());
        if (spent != null) {
            spent.state = state;
        }
    }

    /** Whether the trail does not know yet what came of it. */
    boolean isOpen(Approval approval) {
        return open.containsKey(approval.reviewId());
    }

    /** The server told how it went; only the first time counts, since a portal may be executed on. */
    void completed(Approval approval, String result) {
        if (open.remove(approval.reviewId()) != null) {
            gate.recordCompletion(origin.get(), approval.reviewId(), result);
        }
    }

    /** The server refused it before it ran. */
    void failed(Approval approval) {
        open.remove(approval.reviewId());
        gate.recordNotRun(origin.get(), approval.reviewId(), AuditEvent.NotRun.FAILED);
    }

    /** Everything was answered and no transaction is open: what was not run by now never is. */
    void settle() {
        end(AuditEvent.NotRun.SKIPPED, false);
    }

    /** The conversation is over. */
    void close(AuditEvent.NotRun why) {
        end(why, true);
    }

    private void end(AuditEvent.NotRun why, boolean mayHaveRun) {
        if (open.isEmpty()) {
            return;
        }
        List<Map.Entry<ReviewId, Spent>> left = new ArrayList<>(open.entrySet());
        open.clear();
        left.forEach(one -> end(one.getKey(), one.getValue(), why, mayHaveRun));
    }

    private void end(ReviewId id, Spent spent, AuditEvent.NotRun why, boolean mayHaveRun) {
        if (spent.state == State.SUSPENDED) {
            gate.recordCompletion(origin.get(), id, PART);
        } else if (spent.state == State.SENT && mayHaveRun) {
            gate.recordCompletion(origin.get(), id, NO_ANSWER);
        } else if (spent.state == State.RELEASED && spent.bound && spent.overtaken) {
            gate.recordCompletion(origin.get(), id, NOT_EXECUTED);
        } else {
            gate.recordNotRun(origin.get(), id, why);
        }
    }
}
