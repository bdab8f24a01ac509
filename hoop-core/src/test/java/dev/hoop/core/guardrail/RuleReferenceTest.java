package dev.hoop.core.guardrail;

import dev.hoop.core.settings.DocumentedKeys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field of the engine's rules is in the reference. */
class RuleReferenceTest {

    @ParameterizedTest
    @ValueSource(
            classes = {
                RuleFields.class,
                OperationRule.Fields.class,
                TableRule.Fields.class,
                PatternRule.Fields.class,
                WordsRule.Fields.class
            })
    void hasEveryField(Class<? extends Record> fields) {
        DocumentedKeys.check(fields);
    }
}
