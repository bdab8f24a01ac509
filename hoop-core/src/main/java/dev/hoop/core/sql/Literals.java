package dev.hoop.core.sql;

/**
 * Finds where literals, comments and numbers end. Every method takes the position behind the opening delimiter and gives the
 * position behind the closing one, or -1 when there is none; each looks at a character a bounded number of times.
 */
final class Literals {

    private final String text;
    private final int length;
    private final LexicalRules rules;
    private long work;

    /** The first backslash at or behind the plain literal that was looked at last; the end of the text when there is none. */
    private int nextBackslash = -1;

    private boolean metBackslashes;

    Literals(String text, LexicalRules rules) {
        this.text = text;
        this.length = text.length();
        this.rules = rules;
    }

    /** Characters that were looked at ahead of a token's end, and so will be looked at again. */
    long work() {
        return work;
    }

    /** Whether the dash at {@code p} starts a comment. */
    boolean startsLineComment(int p) {
        if (p + 1 >= length || text.charAt(p + 1) != '-') {
            return false;
        }
        return !rules.dashNeedsBlank() || p + 2 >= length || text.charAt(p + 2) <= ' ';
    }

    /** The end of the line at {@code p}; -1 where servers may differ about it. */
    int endOfLine(int p) {
        for (int q = p; q < length; q++) {
            char c = text.charAt(q);
            if (c == '\n') {
                return q;
            }
            if (c == '\r') {
                if (rules.returnEndsComment()) {
                    return q;
                }
                if (rules.bracketNames() && (q + 1 == length || text.charAt(q + 1) != '\n')) {
                    return -1;
                }
            }
        }
        return length;
    }

    /** Whether a comment that goes on at {@code p} holds code: {@code /*!} of MySQL, {@code /*M!} of MariaDB. */
    boolean isExecutable(int p) {
        return p < length
                && (text.charAt(p) == '!' || (text.charAt(p) == 'M' && p + 1 < length && text.charAt(p + 1) == '!'));
    }

    int endOfComment(int p) {
        int depth = 1;
        for (int q = p; q + 1 < length; q++) {
            char c = text.charAt(q);
            if (c == '*' && text.charAt(q + 1) == '/') {
                q++;
                if (--depth == 0) {
                    return q + 1;
                }
            } else if (c == '/' && rules.nestedComments() && text.charAt(q + 1) == '*') {
                q++;
                depth++;
            }
        }
        return -1;
    }

    /** A literal in single quotes, as the session's settings have it. */
    int endOfString(int p) {
        if (!rules.escapeStrings()) {
            return rules.backslash() ? endOfBackslashed(p, '\'') : endOfDoubled(p, '\'');
        }
        int end = rules.backslash() ? endOfEscaped(p) : endOfDoubled(p, '\'');
        if (!metBackslashes) {
            lookForBackslash(p, end < 0 ? length : end);
        }
        return end;
    }

    private void lookForBackslash(int from, int end) {
        if (nextBackslash < from) {
            int found = text.indexOf('\\', from);
            nextBackslash = found < 0 ? length : found;
            work += nextBackslash - from;
        }
        metBackslashes = nextBackslash < end;
    }

    /** Whether one of PostgreSQL's literals in plain quotes has a backslash in it. */
    boolean metBackslashes() {
        return metBackslashes;
    }

    /** A literal or name in which the doubled delimiter stands for itself. */
    int endOfDoubled(int p, char quote) {
        int q = p;
        while (true) {
            q = text.indexOf(quote, q);
            if (q < 0) {
                return -1;
            }
            q++;
            if (q == length || text.charAt(q) != quote) {
                return q;
            }
            q++;
        }
    }

    /** A literal in which a backslash escapes the next character and the doubled delimiter stands for itself. */
    int endOfBackslashed(int p, char quote) {
        for (int q = p; q < length; q++) {
            char c = text.charAt(q);
            if (c == '\\') {
                q++;
            } else if (c == quote) {
                if (q + 1 == length || text.charAt(q + 1) != quote) {
                    return q + 1;
                }
                q++;
            }
        }
        return -1;
    }

    /** PostgreSQL's {@code E'...'}: what continues it on a later line is read by the same rules. */
    int endOfEscaped(int p) {
        int q = p;
        while (true) {
            int end = endOfBackslashed(q, '\'');
            q = end < 0 ? -1 : continuation(end);
            if (q < 0) {
                return end;
            }
        }
    }

    /** PostgreSQL's {@code B'...'} and {@code X'...'}: no delimiter stands for itself in them. */
    int endOfBits(int p) {
        int q = p;
        while (true) {
            int quote = text.indexOf('\'', q);
            q = quote < 0 ? -1 : continuation(quote + 1);
            if (q < 0) {
                return quote < 0 ? -1 : quote + 1;
            }
        }
    }

    /**
     * The inside of the literal's next part when it is continued: by a quote behind blanks and line comments with at least one
     * line end among them.
     */
    private int continuation(int p) {
        boolean newLine = false;
        int q = p;
        while (q < length) {
            char c = text.charAt(q);
            if (c == '\n' || c == '\r') {
                newLine = true;
                q++;
            } else if (c == ' ' || (c <= '\r' && c >= '\t')) {
                q++;
            } else if (c == '-' && startsLineComment(q)) {
                q = endOfLine(q + 2);
            } else {
                work += q - p;
                return newLine && c == '\'' ? q + 1 : -1;
            }
        }
        work += q - p;
        return -1;
    }

    /** The position behind the dollar quote's opening tag at {@code p}, or -1 when it is none. */
    int endOfDollarTag(int p) {
        int q = p + 1;
        if (q < length && Characters.startsTag(text.charAt(q))) {
            do {
                q++;
            } while (q < length && (Characters.startsTag(text.charAt(q)) || Characters.isDigit(text.charAt(q))));
        }
        return q < length && text.charAt(q) == '$' ? q + 1 : -1;
    }

    /**
     * The end of the dollar quote whose opening tag is {@code text[p, body)}. Linear although the tag may be long: it holds no
     * dollar sign but at its ends, so a comparison stops at the next one.
     */
    int endOfDollarQuoted(int p, int body) {
        int size = body - p;
        int q = text.indexOf('$', body);
        while (q >= 0) {
            if (text.regionMatches(q, text, p, size)) {
                return q + size;
            }
            q = text.indexOf('$', q + 1);
        }
        return -1;
    }

    int endOfDigits(int p) {
        int q = p;
        while (q < length && Characters.isDigit(text.charAt(q))) {
            q++;
        }
        return q;
    }

    /** A number; a letter that cannot belong to it starts the next token. */
    int endOfNumber(int p) {
        int q = p;
        if (text.charAt(q) == '0' && q + 2 < length && isRadix(text.charAt(q + 1))) {
            int digits = q + 2;
            int end = digits;
            while (end < length && Characters.isHexDigit(text.charAt(end))) {
                end++;
            }
            if (end > digits) {
                return end;
            }
        }
        q = endOfGroupedDigits(q);
        if (q < length && text.charAt(q) == '.' && !(q + 1 < length && text.charAt(q + 1) == '.')) {
            q = endOfGroupedDigits(q + 1);
        }
        if (q < length && (text.charAt(q) | 0x20) == 'e') {
            int exponent = q + 1;
            if (exponent < length && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            int end = endOfDigits(exponent);
            if (end > exponent) {
                return end;
            }
        }
        return q;
    }

    private int endOfGroupedDigits(int p) {
        int q = endOfDigits(p);
        while (q > p && q + 1 < length && text.charAt(q) == '_' && Characters.isDigit(text.charAt(q + 1))) {
            q = endOfDigits(q + 1);
        }
        return q;
    }

    private static boolean isRadix(char c) {
        int folded = c | 0x20;
        return folded == 'x' || folded == 'o' || folded == 'b';
    }
}
