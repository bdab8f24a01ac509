package dev.hoop.examples.embedded;

import dev.hoop.core.gate.Evaluator;
import dev.hoop.core.gate.Verdict;
import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** A step of one's own in the gate: outside office hours nothing changes. Answers at once, so it needs no thread. */
record OfficeHours(BooleanSupplier open) implements Evaluator {

    private static final CompletionStage<Verdict> ALLOW = CompletableFuture.completedFuture(Verdict.ALLOW);
    private static final CompletionStage<Verdict> DENY =
            CompletableFuture.completedFuture(new Verdict.Deny("office-hours", "changes are made in office hours"));

    @Override
    public String name() {
        return "office-hours";
    }

    @Override
    public boolean needsWhole(Statement head) {
        return false;
    }

    @Override
    public CompletionStage<Verdict> evaluate(Statement statement, Origin origin) {
        return open.getAsBoolean() || statement.operation().equals("GET") ? ALLOW : DENY;
    }
}
