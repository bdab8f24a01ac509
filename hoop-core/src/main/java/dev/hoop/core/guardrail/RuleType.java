package dev.hoop.core.guardrail;

/**
 * A kind of rule, by the word in {@code guardrails.rules[].type}. The engine has some, protocols bring theirs.
 *
 * @param <F> the record of the fields that only this type has
 */
public interface RuleType<F extends Record> {

    /** The word in the configuration. */
    String name();

    /** The record that the type's own fields bind to, strictly: any other field of a rule is an error. */
    Class<F> fieldsType();

    /**
     * Makes the matcher of one rule.
     *
     * @throws IllegalArgumentException when the rule can never match or cannot be read; the message says what to write
     */
    Matcher create(F fields);
}
