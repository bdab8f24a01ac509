package dev.hoop.proto.http.internal.session;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.gate.Approval;
import dev.hoop.core.gate.Decision;
import dev.hoop.core.gate.DecisionHandler;
import dev.hoop.core.gate.Gate;
import dev.hoop.core.gate.Judgement;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A gate that the test plays: it forwards at once, or hands every statement to the test. */
final class ScriptedGate implements Gate {

    static final ReviewId REVIEW = new ReviewId("r-1");

    /** One statement that waits for the test's word. */
    final class Asked implements Judgement {
        final Statement statement;
        final Origin origin;
        private final EventExecutor loop;
        private final DecisionHandler handler;
        private volatile boolean cancelled;
        private volatile boolean interrupted;

        Asked(Statement statement, Origin origin, EventExecutor loop, DecisionHandler handler) {
            this.statement = statement;
            this.origin = origin;
            this.loop = loop;
            this.handler = handler;
        }

        Asked hold() {
            return decide(new Decision.Hold(REVIEW, Duration.ofMinutes(30)));
        }

        void approve(String by) {
            decide(new Decision.Forward(Optional.of(new Approval(REVIEW, Optional.of(by)))));
        }

        void forward() {
            decide(Decision.FORWARD);
        }

        void refuse(String message) {
            decide(new Decision.Refuse(Denial.policy(message)));
        }

        private Asked decide(Decision decision) {
            loop.submit(() -> {
                        if (!cancelled) {
                            handler.onDecision(decision);
                        }
                    })
                    .syncUninterruptibly();
            return this;
        }

        String payload() {
            return new String(statement.payload(), StandardCharsets.ISO_8859_1);
        }

        boolean cancelled() {
            return cancelled;
        }

        boolean interrupted() {
            return interrupted;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public void skip() {
            cancelled = true;
        }

        @Override
        public void expire() {}

        @Override
        public void interrupt() {
            interrupted = true;
        }
    }

    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private final List<String> completions = new CopyOnWriteArrayList<>();
    private volatile boolean whole;
    private volatile boolean byHand;
    private volatile Optional<Denial> denial = Optional.empty();
    private volatile Optional<String> deniedStatus = Optional.empty();

    /** Forwards everything at once and needs no bodies. */
    static ScriptedGate open() {
        return new ScriptedGate();
    }

    /** Hands every statement to the test, with its whole body. */
    static ScriptedGate byHand() {
        ScriptedGate gate = new ScriptedGate();
        gate.whole = true;
        gate.byHand = true;
        return gate;
    }

    /** Refuses everything at once without looking at bodies. */
    static ScriptedGate denying(Denial denial) {
        ScriptedGate gate = new ScriptedGate();
        gate.denial = Optional.of(denial);
        return gate;
    }

    /** Denies answers of that status. */
    ScriptedGate denyStatus(String status) {
        deniedStatus = Optional.of(status);
        return this;
    }

    /** Whether whole bodies are asked for. */
    ScriptedGate whole(boolean needed) {
        whole = needed;
        return this;
    }

    /** The next statement that was asked about; waits for it. */
    Asked next() {
        try {
            Asked next = asked.poll(30, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("the gate was not asked");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    int waiting() {
        return asked.size();
    }

    List<String> refusals() {
        return refusals;
    }

    List<String> completions() {
        return completions;
    }

    @Override
    public boolean needsWhole(Statement head) {
        return whole;
    }

    @Override
    public Judgement judge(Statement statement, Origin origin, EventExecutor loop, DecisionHandler handler) {
        Asked question = new Asked(statement, origin, loop, handler);
        if (denial.isPresent()) {
            handler.onDecision(new Decision.Refuse(denial.get()));
        } else if (byHand) {
            asked.add(question);
        } else {
            handler.onDecision(Decision.FORWARD);
        }
        return question;
    }

    @Override
    public boolean judgesResponses() {
        return deniedStatus.isPresent();
    }

    @Override
    public Optional<Denial> judgeResponse(Statement statement, Origin origin, Response response) {
        return deniedStatus
                .filter(status -> status.equals(response.status()))
                .map(status -> Denial.policy("answers of status " + status + " do not pass"));
    }

    @Override
    public void recordRefusal(Origin origin, String reason) {
        refusals.add(reason);
    }

    @Override
    public void recordCompletion(Origin origin, ReviewId reviewId, String result) {
        completions.add(reviewId + " " + result);
    }

    @Override
    public void recordNotRun(Origin origin, ReviewId reviewId, AuditEvent.NotRun why) {
        completions.add(reviewId + " not run: " + why.word());
    }
}
