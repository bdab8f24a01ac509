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
import java.util.function.Supplier;

/** The approvals that were spent in this conversation, until the trail knows of each what came of it. Confined to its loop. */
final class SpentApprovals {

    private enum State {
        /** The statement did not go to the server yet. */
        RELEASED,
        SENT,
        /** Some of its rows were fetched. */
        SUSPENDED
    }

    /** What the trail says of a portal of which nobody fetched the rest. */
    private static final String PART = "suspended";

    /** What the trail says where the answer did not come. */
    private static final String NO_ANSWER = "no answer";

    private final Gate gate;
    private final Supplier<Origin> origin;
    private final Map<ReviewId, State> open = new LinkedHashMap<>();

    SpentApprovals(Gate gate, Supplier<Origin> origin) {
        this.gate = gate;
        this.origin = origin;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    void spent(Approval approval) {
        open.put(approval.reviewId(), State.RELEASED);
    }

    void sent(Approval approval) {
        open.replace(approval.reviewId(), State.SENT);
    }

    void suspended(Approval approval) {
        open.replace(approval.reviewId(), State.SUSPENDED);
    }

    /** The server told how it went. */
    void completed(Approval approval, String result) {
        open.remove(approval.reviewId());
        gate.recordCompletion(origin.get(), approval.reviewId(), result);
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
        List<Map.Entry<ReviewId, State>> left = new ArrayList<>(open.entrySet());
        for (Map.Entry<ReviewId, State> one : left) {
            switch (one.getValue()) {
                case SUSPENDED -> gate.recordCompletion(origin.get(), one.getKey(), PART);
                case SENT -> {
                    if (mayHaveRun) {
                        gate.recordCompletion(origin.get(), one.getKey(), NO_ANSWER);
                    } else {
                        gate.recordNotRun(origin.get(), one.getKey(), why);
                    }
                }
                case RELEASED -> gate.recordNotRun(origin.get(), one.getKey(), why);
            }
        }
        open.clear();
    }
}
