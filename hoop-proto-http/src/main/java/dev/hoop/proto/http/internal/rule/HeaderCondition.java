package dev.hoop.proto.http.internal.rule;

import dev.hoop.proto.http.internal.message.Fields;
import java.util.List;
import java.util.Locale;

/**
 * One header and what its value may be. Where a request leaves open which value counts, because a field stands twice or
 * its value is a list, each reading is heeded that lets the rule fire. Immutable.
 *
 * @param name the header's name
 * @param values what its value may be
 */
record HeaderCondition(String name, List<ValuePattern> values) {

    /** Headers whose meaning the listener itself settles: no request keeps them as they were sent. */
    private static final List<String> NEVER_JUDGED =
            List.of("connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade");

    /**
     * Reads a condition.
     *
     * @param values globs, of which one must match
     * @throws IllegalArgumentException when it can never match
     */
    static HeaderCondition parse(String name, List<String> values) {
        boolean token = !name.isEmpty()
                && name.chars().allMatch(c -> c > ' ' && c < 0x7f && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
        if (!token) {
            throw new IllegalArgumentException("'" + name + "' is no header name; write one such as X-Team");
        }
        if (NEVER_JUDGED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("'" + name + "' belongs to one connection; name another header");
        }
        return new HeaderCondition(
                name, values.stream().map(ValuePattern::parse).toList());
    }

    /** Whether any value, or any element of a list, matches; case says nothing. */
    boolean present(Fields fields) {
        for (int i = fields.indexOf(name, 0); i >= 0; i = fields.indexOf(name, i + 1)) {
            String whole = fields.value(i);
            if (matches(whole, true)) {
                return true;
            }
            if (whole.indexOf(',') >= 0) {
                for (String element : whole.split(",", -1)) {
                    if (matches(element.strip(), true)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Whether the header is missing, or any of its values does not match to the letter. */
    boolean missing(Fields fields) {
        int first = fields.indexOf(name, 0);
        for (int i = first; i >= 0; i = fields.indexOf(name, i + 1)) {
            if (!matches(fields.value(i), false)) {
                return true;
            }
        }
        return first < 0;
    }

    private boolean matches(String text, boolean ignoreCase) {
        for (ValuePattern value : values) {
            if (value.matches(text, ignoreCase)) {
                return true;
            }
        }
        return false;
    }
}
