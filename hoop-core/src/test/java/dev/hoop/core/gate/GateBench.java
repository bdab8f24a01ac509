package dev.hoop.core.gate;

import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.audit.MemorySink;
import dev.hoop.core.audit.Samples;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.guardrail.Guardrails;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.OperationScope;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleAction;
import dev.hoop.core.guardrail.RuleSet;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewDenials;
import dev.hoop.review.ReviewMode;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A gate with everything around it: a loop, a plane, a trail in memory. Its rules: a text with {@code drop} is denied, one
 * with {@code delete} needs a person, one with {@code defect} throws, an answer 500 is denied.
 */
final class GateBench implements AutoCloseable {

    static final String LISTENER = "billing-api";
    static final String MESSAGE = "held";

    static final List<Rule> RULES = List.of(
            rule("no-drops", RuleAction.DENY, text -> text.readings().get(0).contains("drop")),
            rule(
                    "ask-deletes",
                    RuleAction.REQUIRE_REVIEW,
                    text -> text.readings().get(0).contains("delete")),
            new Rule(
                    "no-errors", "status", RuleAction.DENY, "errors stay here", OperationScope.ALL, (Matcher.OfResponse)
                            (statement, response) -> response.status().equals("500")));

    /** Quick, so that tests wait for no clock; long enough for no machine to be too slow. */
    static final GateLimits LIMITS = new GateLimits(
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofMillis(1),
            Duration.ofMillis(20),
            Duration.ofMillis(1),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10));

    final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    final EventLoop loop = loops.next();
    final FakePlane plane = new FakePlane();
    final MemorySink sink = new MemorySink();
    AuditOptions auditOptions = AuditOptions.DEFAULT;
    GuardrailMode mode = GuardrailMode.ENFORCE;
    ReviewMode reviewMode = ReviewMode.HOLD;
    Duration holdTimeout = Duration.ofMinutes(30);
    GateLimits limits = LIMITS;
    List<Evaluator> evaluators = List.of();
    boolean showApprover = true;
    boolean reviewed = true;

    /** What clients say when they are asked to make ready, how often they were, and how often told that it was in vain. */
    volatile Supplier<CompletionStage<Boolean>> readiness = () -> CompletableFuture.completedStage(true);

    final AtomicInteger preparations = new AtomicInteger();
    final AtomicInteger stoodDown = new AtomicInteger();
    private Optional<DefaultGate> made = Optional.empty();

    private static Rule rule(String name, RuleAction action, Matcher.OfWhole matcher) {
        return new Rule(name, "test", action, "rule " + name + " says no", OperationScope.ALL, matcher);
    }

    /** Made on first use, of what the fields say then. */
    DefaultGate gate() {
        if (made.isEmpty()) {
            ReviewTerms terms = new ReviewTerms(
                    "approvers", reviewMode, holdTimeout, showApprover, new ReviewDenials(MESSAGE, false));
            GateConfig config = new GateConfig(
                    LISTENER,
                    new Guardrails(mode, RuleSet.of(RULES)),
                    evaluators,
                    reviewed ? Optional.of(terms) : Optional.empty(),
                    limits);
            made = Optional.of(new DefaultGate(
                    config, plane, new AuditTrail(auditOptions, sink, Samples.FINGERPRINTS, InstantSource.system())));
        }
        return made.get();
    }

    GateStats.Snapshot stats() {
        return gate().stats().snapshot();
    }

    Client judge(String text) {
        return judge(Samples.statement(text), Optional.empty());
    }

    Client judge(String text, ReviewMode choice) {
        return judge(Samples.statement(text), Optional.of(choice));
    }

    Client judge(Statement statement, Optional<ReviewMode> choice) {
        Client client = new Client(this);
        Origin plain = Samples.origin(7);
        Origin origin = new Origin(plain.sessionId(), plain.requester(), choice, Map.of());
        return onLoop(() -> client.judged(gate().judge(statement, origin, loop, client)));
    }

    Optional<Denial> judgeResponse(String status) {
        return onLoop(() -> gate().judgeResponse(Samples.statement("get"), Samples.origin(7), new Response() {
            @Override
            public String protocol() {
                return "line";
            }

            @Override
            public String status() {
                return status;
            }
        }));
    }

    <T> T onLoop(Callable<T> step) {
        return loop.submit(step).syncUninterruptibly().getNow();
    }

    /** Until everything that is queued on the plane's thread and the loop has run, a few hops deep. */
    void settle() {
        for (int hop = 0; hop < 4; hop++) {
            plane.settle();
            onLoop(() -> true);
        }
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        plane.close();
    }
}
