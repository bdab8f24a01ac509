package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.core.gate.Decision;
import dev.hoop.core.gate.DecisionHandler;
import dev.hoop.core.gate.Judgement;
import dev.hoop.proto.grpc.internal.statement.GrpcStatement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The gate decides about one statement of a call, or a person does: nothing of it goes to the upstream before. */
final class Judging implements DecisionHandler {

    /** Hears one of these, at most once. */
    interface Outcome {
        void forward(Optional<Approval> approval);

        void refuse(Denial denial);

        /** The upstream is not there, and no approval was spent. */
        void notReady(Optional<ReviewId> approved);
    }

    private final Call call;
    private final Outcome outcome;
    private @Nullable Judgement judgement;
    private boolean held;
    private boolean decided;
    private boolean left;
    private boolean interrupted;
    private boolean expired;

    Judging(Call call, boolean interrupted, Outcome outcome) {
        this.call = call;
        this.interrupted = interrupted;
        this.outcome = outcome;
    }

    void start(GrpcStatement statement) {
        Judgement begun = call.lane().gate().judge(statement, call.origin(), call.loop(), this);
        if (left) {
            begun.cancel();
        } else if (!decided) {
            judgement = begun;
            act();
        }
    }

    @Override
    public void onDecision(Decision decision) {
        if (decided || left) {
            return;
        }
        if (decision instanceof Decision.Hold) {
            held = true;
            act();
            return;
        }
        decided = true;
        if (decision instanceof Decision.Forward forward) {
            call.guarded(() -> outcome.forward(forward.approval()));
        } else if (decision instanceof Decision.Refuse refuse) {
            call.guarded(() -> outcome.refuse(refuse.denial()));
        } else if (decision instanceof Decision.NotReady notReady) {
            call.guarded(() -> outcome.notReady(notReady.approved()));
        }
    }

    /** No approval is spent on an upstream that is not there. */
    @Override
    public CompletionStage<Boolean> prepare() {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        call.lane().pool().prepare(answer);
        return answer;
    }

    /** Ends the wait when there is a reason to; waits for the judgement's handle where the gate has not returned yet. */
    private void act() {
        if (judgement == null || decided || left || !held) {
            return;
        }
        if (interrupted) {
            judgement.interrupt();
        } else if (expired) {
            judgement.expire();
        }
    }

    /** The sidecar drains. */
    void drain() {
        interrupted = true;
        act();
    }

    /** The caller waits no longer: a hold ends with a word about the review. */
    void expire() {
        expired = true;
        act();
    }

    /** Nobody wants the outcome any more. */
    void leave() {
        if (!decided && !left) {
            left = true;
            if (judgement != null) {
                judgement.cancel();
            }
        }
    }
}
