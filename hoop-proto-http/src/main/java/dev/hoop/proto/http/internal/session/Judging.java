package dev.hoop.proto.http.internal.session;

import dev.hoop.core.gate.Decision;
import dev.hoop.core.gate.DecisionHandler;
import dev.hoop.core.gate.Judgement;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.statement.HttpStatement;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The gate decides, or a person does: nothing has gone to the upstream, and nothing does from here. Before an approval may
 * be spent, a connection is made over which the request can go at once; it stays silent until the decision.
 */
final class Judging implements Phase, DecisionHandler {

    private final Exchange exchange;
    private @Nullable Judgement judgement;
    private @Nullable UpstreamConnection ready;
    private boolean held;
    private boolean left;
    private boolean decided;
    private boolean interrupted;
    private boolean halfClosed;

    Judging(Exchange exchange, boolean halfClosed, boolean interrupted) {
        this.exchange = exchange;
        this.halfClosed = halfClosed;
        this.interrupted = interrupted;
    }

    void start(HttpStatement statement, Origin origin) {
        Judgement begun = exchange.lane().gate().judge(statement, origin, exchange.loop(), this);
        if (left) {
            begun.cancel();
        } else if (!decided) {
            judgement = begun;
            act();
        }
    }

    @Override
    public void onDecision(Decision decision) {
        try {
            decide(decision);
        } catch (RuntimeException e) {
            exchange.defect(e);
        }
    }

    @Override
    public CompletionStage<Boolean> prepare() {
        standDown();
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        exchange.lane()
                .pool()
                .dial(
                        connection -> exchange.guarded(() -> {
                            ready = connection;
                            answer.complete(true);
                            if (left || decided) {
                                standDown();
                            }
                        }),
                        failed -> exchange.guarded(() -> answer.complete(false)));
        return answer;
    }

    @Override
    public void standDown() {
        if (ready != null) {
            exchange.lane().pool().giveBack(ready);
            ready = null;
        }
    }

    private void decide(Decision decision) {
        if (decided || left) {
            return;
        }
        if (decision instanceof Decision.Hold) {
            held = true;
            exchange.heldNow();
            act();
            return;
        }
        decided = true;
        if (decision instanceof Decision.Forward forward) {
            Optional<UpstreamConnection> connection = Optional.ofNullable(ready);
            ready = null;
            exchange.forward(forward.approval(), connection);
            return;
        }
        standDown();
        if (decision instanceof Decision.Refuse refuse) {
            exchange.refuse(refuse.denial());
        } else if (decision instanceof Decision.NotReady notReady) {
            exchange.answer(HttpDenials.notReady(notReady.approved()));
        }
    }

    /** Ends the wait when there is a reason to; waits for the judgement's handle where the gate has not returned yet. */
    private void act() {
        if (judgement == null || decided || left) {
            return;
        }
        if (held && halfClosed) {
            // A client that waits for a person and ends its direction has hung up: nobody reads the outcome.
            leave();
            exchange.closeUnanswered();
        } else if (held && interrupted) {
            judgement.interrupt();
        }
    }

    private void leave() {
        left = true;
        standDown();
        if (judgement != null) {
            judgement.cancel();
        }
    }

    /** Whether a person is waited for. */
    boolean held() {
        return held && !decided && !left;
    }

    @Override
    public boolean wantsBody() {
        return false;
    }

    @Override
    public void body(ByteBuf data) {
        data.release();
    }

    @Override
    public void end(Fields trailers) {}

    @Override
    public void halfClosed() {
        halfClosed = true;
        act();
    }

    @Override
    public void drain() {
        interrupted = true;
        act();
    }

    @Override
    public void gone() {
        leave();
        exchange.over();
    }
}
