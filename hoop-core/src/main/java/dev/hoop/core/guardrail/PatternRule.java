package dev.hoop.core.guardrail;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hoop.core.statement.Statement;

/** {@code pattern_match}: a regular expression, found anywhere in any reading of the text, in linear time. */
final class PatternRule implements RuleType<PatternRule.Fields> {

    /** The longest expression, in characters: it bounds the program that is made of it. */
    static final int MAX_LENGTH = 4096;

    record Fields(Expression patternRegex) {}

    /** An expression of RE2's syntax. */
    public record Expression(Pattern pattern) {

        /** Reads an expression; one that is empty would match everything and is an error. */
        public static Expression parse(String text) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("an empty pattern matches everything; write what is not allowed");
            }
            if (text.length() > MAX_LENGTH) {
                throw new IllegalArgumentException(
                        "longer than " + MAX_LENGTH + " characters; split it into several rules");
            }
            try {
                return new Expression(Pattern.compile(text));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        e.getDescription() + "; write a regular expression of RE2's syntax"
                                + " (no look-around, no back-references)",
                        e);
            }
        }
    }

    @Override
    public String name() {
        return "pattern_match";
    }

    @Override
    public Class<Fields> fieldsType() {
        return Fields.class;
    }

    @Override
    public Matcher create(Fields fields) {
        Pattern pattern = fields.patternRegex().pattern();
        return (Matcher.OfWhole) statement -> isIn(pattern, statement);
    }

    private static boolean isIn(Pattern pattern, Statement statement) {
        for (String reading : statement.readings()) {
            if (pattern.matcher(reading).find()) {
                return true;
            }
        }
        return false;
    }
}
