package dev.hoop.core.guardrail;

/**
 * {@code operation}: matches by the statement's operation alone. The words are the scope that every rule may have; a rule
 * of this type must have it.
 */
final class OperationRule implements RuleType<OperationRule.Fields> {

    static final String NAME = "operation";

    /** None: {@code operations} is a field of every rule. */
    record Fields() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Class<Fields> fieldsType() {
        return Fields.class;
    }

    @Override
    public Matcher create(Fields fields) {
        return (Matcher.OfHead) statement -> true;
    }
}
