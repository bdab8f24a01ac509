package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.core.gate.Decision;
import dev.hoop.core.gate.DecisionHandler;
import dev.hoop.core.gate.Judgement;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.statement.PgStatement;
import io.netty.util.concurrent.EventExecutor;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The judgement of one statement, until it is decided or left. Confined to its loop. */
final class Judging implements DecisionHandler {

    /** What comes of it; never called after {@link Judging#leave}. */
    interface Outcome {

        /** An approval may be spent: whether the statement would then run. */
        CompletionStage<Boolean> prepare(PgStatement statement);

        void released(Optional<Approval> approval);

        void refused(Report report);

        /** It waits for a person. */
        void held(Report notice);

        void defect(RuntimeException error);
    }

    private final Outcome outcome;
    private final Conversation conversation;
    private final PgStatement statement;
    private @Nullable Judgement judgement;
    private boolean over;
    private boolean held;
    private boolean interrupted;

    /** @param interrupted whether the sidecar drains already: the statement is then not held */
    Judging(Outcome outcome, Conversation conversation, PgStatement statement, boolean interrupted) {
        this.outcome = outcome;
        this.conversation = conversation;
        this.statement = statement;
        this.interrupted = interrupted;
    }

    /** Begins; the outcome may come before this returns. */
    void start(EventExecutor loop) {
        Judgement begun = conversation.gate.judge(statement, conversation.origin(), loop, this);
        if (!over) {
            judgement = begun;
            act();
        }
    }

    @Override
    public void onDecision(Decision decision) {
        if (over) {
            return;
        }
        try {
            if (decision instanceof Decision.Hold hold) {
                held = true;
                outcome.held(PgDenials.held(hold.reviewId()));
                act();
                return;
            }
            over = true;
            if (decision instanceof Decision.Forward forward) {
                outcome.released(forward.approval());
            } else if (decision instanceof Decision.Refuse refuse) {
                outcome.refused(PgDenials.of(refuse.denial()));
            } else {
                outcome.refused(PgDenials.transactionFailed());
            }
        } catch (RuntimeException e) {
            outcome.defect(e);
        }
    }

    /** Nobody is asked about what the server will skip or refuse whatever is decided. */
    @Override
    public CompletionStage<Boolean> prepare() {
        return over ? CompletableFuture.completedStage(false) : outcome.prepare(statement);
    }

    /** The sidecar drains: a wait for a person ends with a text that says so. */
    void interrupt() {
        interrupted = true;
        act();
    }

    private void act() {
        if (judgement != null && held && interrupted && !over) {
            judgement.interrupt();
        }
    }

    boolean isOver() {
        return over;
    }

    /** Nobody wants the statement any more: nothing is claimed and nothing runs. */
    void leave() {
        leave(Judgement::cancel);
    }

    /** The server would skip the statement: nothing is claimed and nothing runs. */
    void skip() {
        leave(Judgement::skip);
    }

    private void leave(Consumer<Judgement> how) {
        if (over) {
            return;
        }
        over = true;
        if (judgement != null) {
            how.accept(judgement);
        }
    }
}
