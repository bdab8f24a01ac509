package dev.hoop.config;

import java.util.regex.Pattern;

/**
 * What a scalar is by the core schema of YAML 1.2 (section 10.3.2): {@code 010} is the number ten and {@code yes} is a
 * string, unlike in YAML 1.1.
 */
public enum ScalarKind {
    /** Text, and everything that is quoted. */
    STRING("text"),
    /** A whole number: decimal, {@code 0o17} or {@code 0x1f}. */
    INTEGER("a whole number"),
    /** A number with a fraction or an exponent. */
    FLOAT("a decimal number"),
    /** {@code true} or {@code false}. */
    BOOLEAN("true or false"),
    /** {@code null}, {@code ~} or nothing at all. */
    NULL("null");

    private static final Pattern NULLS = Pattern.compile("null|Null|NULL|~|");
    private static final Pattern BOOLEANS = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INTEGERS = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern FLOATS = Pattern.compile(
            "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    private final String described;

    ScalarKind(String described) {
        this.described = described;
    }

    /** The kind in words that fit a sentence. */
    public String described() {
        return described;
    }

    /** The kind of a plain (unquoted) scalar. */
    public static ScalarKind ofPlain(String text) {
        if (NULLS.matcher(text).matches()) {
            return NULL;
        }
        if (BOOLEANS.matcher(text).matches()) {
            return BOOLEAN;
        }
        if (INTEGERS.matcher(text).matches()) {
            return INTEGER;
        }
        return FLOATS.matcher(text).matches() ? FLOAT : STRING;
    }
}
