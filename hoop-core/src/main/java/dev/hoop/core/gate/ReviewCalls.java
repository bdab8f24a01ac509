package dev.hoop.core.gate;

import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls to the plane about one statement, one at a time: brings each answer to the session's event loop, bounds the
 * wait for it, and tells an answer from one that comes too late. Confined to that loop.
 */
final class ReviewCalls {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewCalls.class);

    /** Hears of each call: at most one failure while it is {@link #isOpen}, and every answer, however late. */
    interface Replies {
        void answered(int call, ReviewAnswer answer);

        void failed(int call, ReviewFailure.Kind kind);

        /** An approval was spent, and the loop has ended; on any thread. */
        void spentAfterTheEnd(ReviewId id);
    }

    private final DefaultGate gate;
    private final EventExecutor loop;
    private final Replies replies;
    private int last;
    private boolean open;
    private @Nullable ScheduledFuture<?> limit;

    ReviewCalls(DefaultGate gate, EventExecutor loop, Replies replies) {
        this.gate = gate;
        this.loop = loop;
        this.replies = replies;
    }

    void ask(Supplier<CompletionStage<ReviewAnswer>> question) {
        int call = ++last;
        open = true;
        limit = loop.schedule(
                () -> replies.failed(call, ReviewFailure.Kind.UNREACHABLE),
                gate.config().limits().reviewCall().toNanos(),
                TimeUnit.NANOSECONDS);
        question.get().whenComplete((answer, error) -> {
            try {
                if (error != null) {
                    ReviewFailure.Kind kind = kindOf(error);
                    loop.execute(() -> replies.failed(call, kind));
                } else {
                    loop.execute(() -> replies.answered(call, answer));
                }
            } catch (RejectedExecutionException e) {
                // The loop ended before the answer came; what it spent is told from here.
                if (error == null && answer.forward()) {
                    replies.spentAfterTheEnd(answer.review().id());
                }
            }
        });
    }

    /** Runs the step on the loop when a claim is worth trying. */
    ReviewService.Wait awaitDecision(ReviewId id, Runnable step) {
        return gate.reviews().awaitDecision(id, () -> {
            try {
                loop.execute(step);
            } catch (RejectedExecutionException e) {
                // The loop ended, and with it the session: nobody waits any more.
                return;
            }
        });
    }

    /** Whether this call's answer is still waited for. */
    boolean isOpen(int call) {
        return open && call == last;
    }

    /** The last call is over; an answer to it comes too late from now on. */
    void close() {
        open = false;
        if (limit != null) {
            limit.cancel(false);
            limit = null;
        }
    }

    private ReviewFailure.Kind kindOf(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof ReviewFailure failure) {
            LOG.warn(
                    "event=review.unanswered listener={} kind={} reason=\"{}\"",
                    gate.listenerName(),
                    failure.kind(),
                    failure.getMessage());
            return failure.kind();
        }
        gate.defect("review", cause);
        return ReviewFailure.Kind.GARBLED;
    }
}
