package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.review.ReviewContext;
import java.util.List;
import java.util.Optional;

/**
 * What the sidecar tells of a statement besides its bytes; nothing that cannot be seen is left in it.
 *
 * @param guardrail the rule that asked for a person
 * @param why what that rule says about it
 * @param risk how much is at stake; {@link RiskView#NONE} where nothing is told of it
 * @param parameters values that come apart from the text, a line each
 */
public record Background(
        Optional<String> protocol,
        Optional<String> guardrail,
        Optional<String> why,
        RiskView risk,
        Optional<String> operation,
        Optional<String> database,
        List<String> parameters) {

    static Background of(ReviewContext context) {
        return new Background(
                context.protocol().map(StatementText::marked),
                context.guardrail().map(StatementText::marked),
                context.why().map(StatementText::marked),
                RiskView.of(context),
                context.operation().map(StatementText::marked),
                context.database().map(StatementText::marked),
                context.parameters().stream().map(StatementText::marked).toList());
    }

    /** Whether it says why a person is asked. */
    public boolean hasReason() {
        return guardrail.isPresent() || why.isPresent() || risk.isKnown();
    }
}
