package dev.hoop.core.gate;

import dev.hoop.core.statement.Risk;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.ReviewContext;
import java.util.Optional;

/**
 * What a person is asked.
 *
 * @param statement may it run
 * @param asked the verdict that a person must say so
 */
record ReviewQuestion(Statement statement, Verdict.Review asked) {

    byte[] payload() {
        return statement.payload();
    }

    ReviewContext context() {
        Risk risk = statement.risk();
        return new ReviewContext(
                Optional.of(statement.protocol()),
                Optional.of(asked.rule()),
                asked.why(),
                Optional.of(risk.level().word()),
                Optional.of(risk.why()),
                Optional.of(statement.operation()),
                statement.database(),
                statement.shape(),
                statement.parameters());
    }
}
