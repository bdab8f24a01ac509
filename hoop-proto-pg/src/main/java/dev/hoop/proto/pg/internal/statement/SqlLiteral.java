package dev.hoop.proto.pg.internal.statement;

/** A text as a literal of SQL, on one line and with everything visible: what a reviewer reads of values and names. */
final class SqlLiteral {

    private SqlLiteral() {}

    static void append(String text, StringBuilder out) {
        int plain = plainUntil(text, 0);
        boolean escaped = plain < text.length() && (text.indexOf('\\') >= 0 || anyHidden(text));
        out.append(escaped ? "E'" : "'");
        for (int at = 0; at < text.length(); plain = plainUntil(text, at)) {
            out.append(text, at, plain);
            if (plain < text.length()) {
                escape(text.charAt(plain), out);
            }
            at = plain + 1;
        }
        out.append('\'');
    }

    /** Where the first character stands that does not stand for itself. */
    private static int plainUntil(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\'' || c == '\\' || isHidden(c)) {
                return at;
            }
        }
        return text.length();
    }

    private static boolean anyHidden(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (isHidden(text.charAt(at))) {
                return true;
            }
        }
        return false;
    }

    private static void escape(char c, StringBuilder out) {
        switch (c) {
            case '\'' -> out.append("''");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append(String.format("\\u%04X", (int) c));
        }
    }

    /** Controls, line separators and what turns the direction of writing: none of it may hide or move what a person reads. */
    private static boolean isHidden(char c) {
        if (c >= ' ' && c < 0x7f) {
            return false;
        }
        int kind = Character.getType(c);
        return kind == Character.CONTROL
                || kind == Character.FORMAT
                || kind == Character.LINE_SEPARATOR
                || kind == Character.PARAGRAPH_SEPARATOR;
    }
}
