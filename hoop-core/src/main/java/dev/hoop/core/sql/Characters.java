package dev.hoop.core.sql;

/** The classes of ASCII characters that all dialects share. */
final class Characters {

    private static final boolean[] WORD_START = new boolean[128];
    private static final boolean[] WORD_PART = new boolean[128];
    private static final boolean[] OPERATOR = new boolean[128];

    static {
        for (char c = 'a'; c <= 'z'; c++) {
            WORD_START[c] = true;
            WORD_START[Character.toUpperCase(c)] = true;
        }
        WORD_START['_'] = true;
        System.arraycopy(WORD_START, 0, WORD_PART, 0, 128);
        for (char c = '0'; c <= '9'; c++) {
            WORD_PART[c] = true;
        }
        WORD_PART['$'] = true;
        for (char c : "~!@#^&|`?+-/%<>=:".toCharArray()) {
            OPERATOR[c] = true;
        }
    }

    private Characters() {}

    static boolean startsWord(char c) {
        return WORD_START[c];
    }

    static boolean continuesWord(char c) {
        return WORD_PART[c];
    }

    static boolean isOperator(char c) {
        return c < 128 && OPERATOR[c];
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isHexDigit(char c) {
        return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
    }

    /** What PostgreSQL takes for a letter of a dollar quote's tag. */
    static boolean startsTag(char c) {
        return c >= 128 || WORD_START[c];
    }
}
