package dev.hoop.core.gate;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.audit.Completion;
import dev.hoop.core.audit.Ruling;
import dev.hoop.core.guardrail.RuleOutcome;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One statement on its way to a decision. Confined to its session's event loop. */
final class StatementJudgement implements Judgement, Completion, ReviewOutcome {

    private enum Phase {
        EVALUATING,
        REVIEWING,
        RECORDING,
        OVER
    }

    private final DefaultGate gate;
    private final Statement statement;
    private final Origin origin;
    private final EventExecutor loop;
    private final DecisionHandler handler;
    private Phase phase = Phase.EVALUATING;
    private boolean cancelled;
    private Departure departure = Departure.CLIENT_GONE;
    private boolean interrupted;
    private int evaluating = -1;
    private @Nullable ScheduledFuture<?> evaluatorTimer;
    private @Nullable ReviewStep review;
    private @Nullable Approval approval;
    private Optional<Verdict.Review> asked = Optional.empty();
    private Optional<String> wouldDeny = Optional.empty();
    private Optional<String> wouldReview = Optional.empty();

    StatementJudgement(
            DefaultGate gate, Statement statement, Origin origin, EventExecutor loop, DecisionHandler handler) {
        this.gate = gate;
        this.statement = statement;
        this.origin = origin;
        this.loop = loop;
        this.handler = handler;
    }

    void start() {
        try {
            if (takeGuardrails(gate.config().guardrails().rules().evaluate(statement))) {
                evaluateFrom(0);
            }
        } catch (RuntimeException | StackOverflowError e) {
            defect(e);
        }
    }

    /** Whether to go on. */
    private boolean takeGuardrails(RuleOutcome outcome) {
        if (outcome instanceof RuleOutcome.Deny deny) {
            if (!gate.config().observes()) {
                deny(deny.rule().name(), deny.rule().message());
                return false;
            }
            gate.stats().wouldDeny.increment();
            wouldDeny = Optional.of(deny.rule().name());
        } else if (outcome instanceof RuleOutcome.Review asks) {
            if (gate.config().observes()) {
                wouldReview = Optional.of(asks.rule().name());
            } else {
                asked = Optional.of(
                        new Verdict.Review(asks.rule().name(), asks.rule().authorsMessage()));
            }
        }
        return true;
    }

    private boolean take(Verdict verdict) {
        if (verdict instanceof Verdict.Deny deny) {
            deny(deny.rule(), deny.message());
            return false;
        }
        if (verdict instanceof Verdict.Review asks && asked.isEmpty()) {
            asked = Optional.of(asks);
        }
        return true;
    }

    private void deny(String rule, String message) {
        gate.stats().deniedBy(rule);
        refuse(Denial.policy(message), Ruling.plain(false, Ruling.Reason.RULE).by(rule));
    }

    private void evaluateFrom(int first) {
        List<Evaluator> evaluators = gate.config().evaluators();
        for (int index = first; index < evaluators.size(); index++) {
            CompletableFuture<Verdict> answer =
                    evaluators.get(index).evaluate(statement, origin).toCompletableFuture();
            if (!answer.isDone()) {
                awaitEvaluator(index, answer);
                return;
            }
            if (answer.isCompletedExceptionally()) {
                evaluatorFailed(index);
                return;
            }
            if (!take(answer.join())) {
                return;
            }
        }
        afterEvaluators();
    }

    private void awaitEvaluator(int index, CompletableFuture<Verdict> answer) {
        evaluating = index;
        evaluatorTimer = loop.schedule(
                () -> guarded(() -> {
                    if (isAwaiting(index)) {
                        evaluatorFailed(index);
                    }
                }),
                gate.config().limits().evaluator().toMillis(),
                TimeUnit.MILLISECONDS);
        answer.whenComplete((verdict, error) -> loop.execute(() -> guarded(() -> evaluated(index, answer))));
    }

    private boolean isAwaiting(int index) {
        return phase == Phase.EVALUATING && evaluating == index;
    }

    private void evaluated(int index, CompletableFuture<Verdict> answer) {
        if (!isAwaiting(index)) {
            return;
        }
        stopEvaluatorTimer();
        evaluating = -1;
        if (answer.isCompletedExceptionally()) {
            evaluatorFailed(index);
        } else if (take(answer.join())) {
            evaluateFrom(index + 1);
        }
    }

    private void evaluatorFailed(int index) {
        String name = gate.config().evaluators().get(index).name();
        refuse(
                GateDenials.noAnswerFrom(name),
                Ruling.plain(false, Ruling.Reason.EVALUATOR_FAILED).by(name));
    }

    private void afterEvaluators() {
        if (asked.isEmpty()) {
            forward(observedOr(Ruling.ALLOWED));
            return;
        }
        Optional<ReviewTerms> terms = gate.config().review();
        if (terms.isEmpty()) {
            String rule = asked.get().rule();
            refuse(
                    GateDenials.nobodyToAsk(rule),
                    Ruling.plain(false, Ruling.Reason.REVIEW_FAILED).by(rule));
            return;
        }
        phase = Phase.REVIEWING;
        review = new ReviewStep(gate, terms.get(), new ReviewQuestion(statement, asked.get()), origin, loop, this);
        review.start(interrupted);
    }

    @Override
    public CompletionStage<Boolean> prepare() {
        return handler.prepare();
    }

    @Override
    public void standDown() {
        if (!cancelled) {
            handler.standDown();
        }
    }

    @Override
    public void held(Decision.Hold hold) {
        deliver(hold);
    }

    @Override
    public void released(ReviewId id, Optional<String> approvedBy, boolean shown) {
        approval = new Approval(id, shown ? approvedBy : Optional.empty());
        forward(ruled(Ruling.plain(true, Ruling.Reason.APPROVED)
                .about(id, Optional.empty())
                .approvedBy(approvedBy)));
    }

    @Override
    public void refused(Denial denial, Ruling.Reason reason) {
        Ruling ruling = Ruling.plain(false, reason);
        if (denial.reviewId().isPresent()) {
            ruling = ruling.about(denial.reviewId().get(), denial.reviewStatus());
        }
        refuse(denial, ruled(ruling));
    }

    @Override
    public void notReady(Optional<ReviewId> approved) {
        Ruling ruling = Ruling.plain(false, Ruling.Reason.NOT_READY);
        phase = Phase.OVER;
        gate.stats().refused.increment();
        record(ruled(approved.map(id -> ruling.about(id, Optional.of(ReviewStatus.APPROVED)))
                .orElse(ruling)));
        deliver(new Decision.NotReady(approved));
    }

    @Override
    public void abandoned(Optional<ReviewId> id) {
        Ruling ruling = Ruling.plain(false, departure.reason);
        phase = Phase.OVER;
        gate.stats().abandoned.increment();
        record(ruled(id.map(known -> ruling.about(known, Optional.empty())).orElse(ruling)));
    }

    private Ruling ruled(Ruling ruling) {
        return asked.map(Verdict.Review::rule).map(ruling::by).orElse(ruling);
    }

    private Ruling observedOr(Ruling ruling) {
        return wouldDeny.isEmpty() && wouldReview.isEmpty() ? ruling : ruling.observed(wouldDeny, wouldReview);
    }

    private void forward(Ruling ruling) {
        phase = Phase.RECORDING;
        gate.trail().record(event(ruling), loop, this);
    }

    @Override
    public void recorded() {
        if (phase != Phase.RECORDING) {
            return;
        }
        phase = Phase.OVER;
        if (cancelled) {
            didNotRun(departure.notRun);
            return;
        }
        gate.stats().forwarded.increment();
        deliver(approval == null ? Decision.FORWARD : new Decision.Forward(Optional.of(approval)));
    }

    @Override
    public void unrecorded() {
        if (phase != Phase.RECORDING) {
            return;
        }
        phase = Phase.OVER;
        gate.stats().auditFailures.increment();
        gate.stats().refused.increment();
        didNotRun(AuditEvent.NotRun.AUDIT_FAILED);
        deliver(new Decision.Refuse(
                approval == null
                        ? GateDenials.notRecorded()
                        : gate.config().review().orElseThrow().denials().spentUnrecorded(approval.reviewId())));
    }

    private void didNotRun(AuditEvent.NotRun why) {
        Optional<ReviewId> spent = Optional.ofNullable(approval).map(Approval::reviewId);
        if (spent.isPresent()) {
            gate.stats().approvalsSpentInVain.increment();
        }
        gate.trail().record(new AuditEvent.StatementNotRun(gate.listenerName(), origin, spent, why), loop);
    }

    private void refuse(Denial denial, Ruling ruling) {
        phase = Phase.OVER;
        stopEvaluatorTimer();
        gate.stats().refused.increment();
        record(observedOr(ruling));
        deliver(new Decision.Refuse(denial));
    }

    private void record(Ruling ruling) {
        gate.trail().record(event(ruling), loop);
    }

    private AuditEvent event(Ruling ruling) {
        return new AuditEvent.StatementJudged(gate.listenerName(), origin, statement, ruling);
    }

    private void deliver(Decision decision) {
        if (cancelled) {
            return;
        }
        try {
            handler.onDecision(decision);
        } catch (RuntimeException e) {
            // The session may have forwarded before it failed, so nothing may be said twice.
            gate.defect("session", e);
        }
    }

    @Override
    public void cancel() {
        leave(Departure.CLIENT_GONE);
    }

    @Override
    public void skip() {
        leave(Departure.SKIPPED);
    }

    private void leave(Departure why) {
        if (cancelled || phase == Phase.OVER) {
            return;
        }
        cancelled = true;
        departure = why;
        if (phase == Phase.EVALUATING) {
            stopEvaluatorTimer();
            abandoned(Optional.empty());
        } else if (phase == Phase.REVIEWING && review != null) {
            review.cancel(why);
        }
    }

    @Override
    public void expire() {
        if (phase == Phase.REVIEWING && review != null) {
            review.expire();
        }
    }

    @Override
    public void interrupt() {
        interrupted = true;
        if (phase == Phase.REVIEWING && review != null) {
            review.interrupt();
        }
    }

    private void stopEvaluatorTimer() {
        if (evaluatorTimer != null) {
            evaluatorTimer.cancel(false);
            evaluatorTimer = null;
        }
    }

    /** Runs a step; a defect in it refuses the statement. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | StackOverflowError e) {
            defect(e);
        }
    }

    private void defect(Throwable error) {
        gate.defect("judge", error);
        if (phase == Phase.EVALUATING) {
            refuse(GateDenials.notJudged(), Ruling.plain(false, Ruling.Reason.INTERNAL_ERROR));
        } else if (phase == Phase.RECORDING) {
            unrecorded();
        }
    }
}
