package dev.hoop.core.gate;

import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A session that keeps what it is told, and checks that it is told in order, on its loop, and not too much. */
final class Client implements DecisionHandler {

    private final GateBench bench;
    private final List<Decision> decisions = new ArrayList<>();
    private Optional<Judgement> judgement = Optional.empty();
    private boolean cancelled;

    Client(GateBench bench) {
        this.bench = bench;
    }

    Client judged(Judgement given) {
        judgement = Optional.of(given);
        return this;
    }

    @Override
    public CompletionStage<Boolean> prepare() {
        bench.preparations.incrementAndGet();
        return bench.readiness.get();
    }

    @Override
    public void standDown() {
        bench.stoodDown.incrementAndGet();
    }

    @Override
    public synchronized void onDecision(Decision decision) {
        if (!bench.loop.inEventLoop()) {
            decisions.add(new Decision.Refuse(Denial.policy("TEST: told on another thread")));
        }
        if (cancelled) {
            decisions.add(new Decision.Refuse(Denial.policy("TEST: told after the cancel")));
        }
        decisions.add(decision);
    }

    synchronized List<Decision> decisions() {
        return List.copyOf(decisions);
    }

    synchronized boolean hasFinal() {
        return decisions.stream().anyMatch(decision -> !(decision instanceof Decision.Hold));
    }

    synchronized boolean wasForwarded() {
        return decisions.stream().anyMatch(decision -> decision instanceof Decision.Forward);
    }

    /** The review it is held for. */
    ReviewId held() {
        Eventually.await(() -> !decisions().isEmpty(), Eventually.SOON, "a decision");
        if (decisions().get(0) instanceof Decision.Hold hold) {
            return hold.reviewId();
        }
        throw new AssertionError("not held: " + decisions());
    }

    Decision.NotReady notReady() {
        if (last() instanceof Decision.NotReady notReady) {
            return notReady;
        }
        throw new AssertionError("not found unready: " + decisions());
    }

    Denial refused() {
        if (last() instanceof Decision.Refuse refuse) {
            return refuse.denial();
        }
        throw new AssertionError("not refused: " + decisions());
    }

    Optional<Approval> forwarded() {
        if (last() instanceof Decision.Forward forward) {
            return forward.approval();
        }
        throw new AssertionError("not forwarded: " + decisions());
    }

    /** The final decision, which must be the only one but for a hold before it. */
    private Decision last() {
        Eventually.await(this::hasFinal, Eventually.SOON, "a final decision");
        List<Decision> all = decisions();
        boolean inOrder = all.size() == 1 || all.size() == 2 && all.get(0) instanceof Decision.Hold;
        if (!inOrder) {
            throw new AssertionError("out of order: " + all);
        }
        return all.get(all.size() - 1);
    }

    void cancel() {
        bench.onLoop(() -> {
            synchronized (this) {
                cancelled = true;
            }
            judgement.orElseThrow().cancel();
            return true;
        });
    }

    void interrupt() {
        bench.onLoop(() -> {
            judgement.orElseThrow().interrupt();
            return true;
        });
    }
}
