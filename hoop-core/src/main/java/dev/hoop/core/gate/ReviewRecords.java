package dev.hoop.core.gate;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.statement.Origin;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import dev.hoop.review.ReviewStatus;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** What the audit trail and the counts are told about the review of one statement. On the session's event loop. */
final class ReviewRecords {

    private final DefaultGate gate;
    private final Origin origin;
    private final EventExecutor loop;
    private final long startedNanos = System.nanoTime();
    private boolean held;

    ReviewRecords(DefaultGate gate, Origin origin, EventExecutor loop) {
        this.gate = gate;
        this.origin = origin;
        this.loop = loop;
    }

    void filed(ReviewId id, String approvalRule, ReviewMode mode, int payloadBytes) {
        stats().reviewsFiled.increment();
        record(new AuditEvent.ReviewFiled(gate.listenerName(), origin, id, approvalRule, mode, payloadBytes));
    }

    void held(ReviewId id, Duration limit) {
        held = true;
        stats().heldNow.increment();
        record(new AuditEvent.ReviewHeld(gate.listenerName(), origin, id, limit));
    }

    /** The statement does not wait any more, for whatever reason. */
    void holdEnded() {
        if (held) {
            held = false;
            stats().holdEnded(System.nanoTime() - startedNanos);
        }
    }

    void released(Review review) {
        stats().reviewsReleased.increment();
        record(new AuditEvent.ReviewReleased(gate.listenerName(), origin, review.id(), review.decidedBy(), waited()));
    }

    void ended(Review review) {
        ReviewStatus status = review.status();
        if (status.equals(ReviewStatus.REJECTED) || status.equals(ReviewStatus.REVOKED)) {
            stats().reviewsRejected.increment();
        } else if (status.equals(ReviewStatus.EXPIRED)) {
            stats().reviewsExpired.increment();
        } else {
            stats().reviewsOtherwiseEnded.increment();
        }
        record(ending(Optional.of(review.id()), AuditEvent.ReviewEnd.ENDED, Optional.of(status.word())));
    }

    void timedOut(ReviewId id) {
        stats().holdsTimedOut.increment();
        record(ending(Optional.of(id), AuditEvent.ReviewEnd.TIMED_OUT, Optional.empty()));
    }

    void interrupted(ReviewId id) {
        record(ending(Optional.of(id), AuditEvent.ReviewEnd.INTERRUPTED, Optional.empty()));
    }

    /** Nothing was filed, or what was filed and approved is not spent. */
    void notReady(Optional<ReviewId> id) {
        record(ending(id, AuditEvent.ReviewEnd.NOT_READY, Optional.empty()));
    }

    void left(Optional<ReviewId> id, Departure why) {
        record(ending(id, why.end, Optional.empty()));
    }

    void failed(Optional<ReviewId> id, ReviewFailure.Kind kind) {
        failed(id, kind.name().toLowerCase(Locale.ROOT));
    }

    void failed(Optional<ReviewId> id, String detail) {
        stats().reviewsFailed.increment();
        record(ending(id, AuditEvent.ReviewEnd.FAILED, Optional.of(detail)));
    }

    void spentInVain(ReviewId id) {
        stats().approvalsSpentInVain.increment();
        record(ending(Optional.of(id), AuditEvent.ReviewEnd.SPENT_NOT_RUN, Optional.empty()));
    }

    /** The same where the session's loop has ended already; on any thread. */
    void spentAfterTheEnd(ReviewId id) {
        stats().approvalsSpentInVain.increment();
        gate.trail().record(ending(Optional.of(id), AuditEvent.ReviewEnd.SPENT_NOT_RUN, Optional.empty()));
    }

    private GateStats stats() {
        return gate.stats();
    }

    private void record(AuditEvent event) {
        gate.trail().record(event, loop);
    }

    private AuditEvent ending(Optional<ReviewId> id, AuditEvent.ReviewEnd end, Optional<String> detail) {
        return new AuditEvent.ReviewEnded(gate.listenerName(), origin, id, end, detail, waited());
    }

    private Duration waited() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }
}
