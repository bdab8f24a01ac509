package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.review.ReviewContext;

/**
 * How much is at stake.
 *
 * @param level the sidecar's word, or empty where it told none
 * @param tone its style: {@code low}, {@code medium}, {@code high}, and the last for whatever else there may be
 * @param why in words, or empty
 */
public record RiskView(String level, String tone, String why) {

    /** Nothing is told of it. */
    static final RiskView NONE = new RiskView("", "", "");

    static RiskView of(ReviewContext context) {
        String level = context.riskLevel().map(StatementText::marked).orElse("");
        if (level.isEmpty()) {
            return NONE;
        }
        String tone = level.equals("low") || level.equals("medium") ? level : "high";
        return new RiskView(
                level, tone, context.riskWhy().map(StatementText::marked).orElse(""));
    }

    /** Whether there is anything to show. */
    public boolean isKnown() {
        return !level.isEmpty();
    }
}
