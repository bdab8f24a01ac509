package dev.hoop.core.gate;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleOutcome;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import io.netty.util.concurrent.EventExecutor;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate of one listener: guardrails, evaluators, the review, the audit record, the decision. Keeps nothing of a
 * statement beyond its judgement.
 */
public final class DefaultGate implements Gate {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultGate.class);

    private final GateConfig config;
    private final ReviewService reviews;
    private final AuditTrail trail;
    private final GateStats stats = new GateStats();

    public DefaultGate(GateConfig config, ReviewService reviews, AuditTrail trail) {
        this.config = config;
        this.reviews = reviews;
        this.trail = trail;
    }

    /** This gate's counts. */
    public GateStats stats() {
        return stats;
    }

    @Override
    public boolean needsWhole(Statement head) {
        if (config.guardrails().rules().needsWhole(head)) {
            return true;
        }
        for (Evaluator evaluator : config.evaluators()) {
            if (evaluator.needsWhole(head)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean mayReview(Statement head) {
        if (!observes() && config.guardrails().rules().mayReview(head)) {
            return true;
        }
        return config.evaluators().stream().anyMatch(evaluator -> evaluator.needsWhole(head));
    }

    @Override
    public boolean observes() {
        return config.observes();
    }

    @Override
    public Judgement judge(Statement statement, Origin origin, EventExecutor loop, DecisionHandler handler) {
        stats.statements.increment();
        StatementJudgement judgement = new StatementJudgement(this, statement, origin, loop, handler);
        judgement.start();
        return judgement;
    }

    @Override
    public boolean judgesResponses() {
        return config.guardrails().rules().judgesResponses();
    }

    @Override
    public Optional<Denial> judgeResponse(Statement statement, Origin origin, Response response) {
        try {
            if (!(config.guardrails().rules().evaluateResponse(statement, response) instanceof RuleOutcome.Deny deny)) {
                return Optional.empty();
            }
            Rule rule = deny.rule();
            boolean enforced = !config.observes();
            trail.record(new AuditEvent.ResponseDenied(
                    listenerName(), origin, statement, response.status(), rule.name(), enforced));
            if (!enforced) {
                stats.wouldDeny.increment();
                return Optional.empty();
            }
            stats.responsesDenied.increment();
            stats.deniedBy(rule.name());
            return Optional.of(Denial.policy(rule.message()));
        } catch (RuntimeException | StackOverflowError e) {
            defect("response", e);
            return Optional.of(GateDenials.responseNotJudged());
        }
    }

    @Override
    public void recordRefusal(Origin origin, String reason) {
        stats.requestsRefused.increment();
        trail.record(new AuditEvent.RequestRefused(listenerName(), origin, reason));
    }

    @Override
    public void recordCompletion(Origin origin, ReviewId reviewId, String result) {
        trail.record(new AuditEvent.StatementCompleted(listenerName(), origin, reviewId, result));
    }

    @Override
    public void recordNotRun(Origin origin, ReviewId reviewId, AuditEvent.NotRun why) {
        stats.approvalsSpentInVain.increment();
        trail.record(new AuditEvent.StatementNotRun(listenerName(), origin, Optional.of(reviewId), why));
    }

    GateConfig config() {
        return config;
    }

    String listenerName() {
        return config.listenerName();
    }

    ReviewService reviews() {
        return reviews;
    }

    AuditTrail trail() {
        return trail;
    }

    /** Logs a defect of ours or of an evaluator. An exception's text may repeat the statement, so it stays out. */
    void defect(String step, Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        LOG.error(
                "event=gate.defect listener={} step={} error={} at=\"{}\"",
                listenerName(),
                step,
                error.getClass().getName(),
                trace.length > 0 ? trace[0] : "");
    }
}
