package dev.hoop.core.sql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What literals of PostgreSQL mean: the section "Constants" of the chapter "Lexical Structure". */
final class PostgresLiterals {

    private PostgresLiterals() {}

    /**
     * The value of the literal that the lexer found at {@code text[start, end)}; empty for bits.
     *
     * @param backslash whether a backslash escapes in plain quotes
     */
    static Optional<String> value(String text, int start, int end, boolean backslash) {
        return value(text, start, end, backslash, '\\');
    }

    /** @param unicodeEscape what {@code UESCAPE} behind a {@code U&} literal says */
    static Optional<String> value(String text, int start, int end, boolean backslash, char unicodeEscape) {
        char first = text.charAt(start);
        if (first == '$') {
            int tag = text.indexOf('$', start + 1) + 1 - start;
            return Optional.of(text.substring(start + tag, end - tag));
        }
        if (first == '\'') {
            return Optional.of(quoted(text, start + 1, end, backslash));
        }
        return switch (first | 0x20) {
            case 'e' -> Optional.of(quoted(text, start + 2, end, true));
            case 'n' -> Optional.of(quoted(text, start + 2, end, backslash));
            case 'u' -> Optional.of(Names.unescaped(quoted(text, start + 3, end, false), unicodeEscape));
            default -> Optional.empty();
        };
    }

    /** The inside of a literal from behind its quote on, with whatever continues it on later lines. */
    private static String quoted(String text, int from, int end, boolean backslash) {
        StringBuilder value = new StringBuilder(end - from);
        int q = from;
        while (q < end) {
            char c = text.charAt(q);
            if (c == '\'') {
                if (q + 1 < end && text.charAt(q + 1) == '\'') {
                    value.append(c);
                    q += 2;
                } else {
                    q = continuation(text, q + 1, end);
                }
            } else if (c == '\\' && backslash && q + 1 < end) {
                q = escape(text, q + 1, end, value);
            } else {
                value.append(c);
                q++;
            }
        }
        return value.toString();
    }

    private static int continuation(String text, int from, int end) {
        int q = from;
        while (q < end && text.charAt(q) != '\'') {
            if (text.charAt(q) == '-') {
                while (q < end && text.charAt(q) != '\n' && text.charAt(q) != '\r') {
                    q++;
                }
            } else {
                q++;
            }
        }
        return q + 1;
    }

    /** Reads what stands behind a backslash; gives the position behind it. */
    private static int escape(String text, int q, int end, StringBuilder value) {
        char c = text.charAt(q);
        int digits = 0;
        switch (c) {
            case 'b' -> value.append('\b');
            case 'f' -> value.append('\f');
            case 'n' -> value.append('\n');
            case 'r' -> value.append('\r');
            case 't' -> value.append('\t');
            case 'u' -> digits = 4;
            case 'U' -> digits = 8;
            case 'x', '0', '1', '2', '3', '4', '5', '6', '7' -> {
                return bytes(text, q - 1, end, value);
            }
            default -> value.append(c);
        }
        if (digits == 0) {
            return q + 1;
        }
        int point = number(text, q + 1, Math.min(end, q + 1 + digits), 16);
        if (point < 0 || q + 1 + digits > end || !Character.isValidCodePoint(point)) {
            value.append(c);
            return q + 1;
        }
        value.appendCodePoint(point);
        return q + 1 + digits;
    }

    /** A run of bytes that are written as numbers: characters beyond ASCII take several. */
    private static int bytes(String text, int backslash, int end, StringBuilder value) {
        ByteArrayOutputStream run = new ByteArrayOutputStream();
        int q = backslash;
        while (q + 1 < end && text.charAt(q) == '\\') {
            boolean hex = text.charAt(q + 1) == 'x';
            int from = hex ? q + 2 : q + 1;
            int radix = hex ? 16 : 8;
            int to = from;
            while (to < Math.min(end, from + (hex ? 2 : 3)) && isDigit(text.charAt(to), radix)) {
                to++;
            }
            if (to == from) {
                break;
            }
            run.write(number(text, from, to, radix));
            q = to;
        }
        if (q == backslash) {
            // No digit follows the x: the letter stands for itself.
            value.append(text.charAt(backslash + 1));
            return backslash + 2;
        }
        value.append(run.toString(StandardCharsets.UTF_8));
        return q;
    }

    private static boolean isDigit(char c, int radix) {
        return c < 128 && Character.digit(c, radix) >= 0;
    }

    private static int number(String text, int from, int to, int radix) {
        int value = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(text.charAt(i), radix)) {
                return -1;
            }
            value = value * radix + Character.digit(text.charAt(i), radix);
        }
        return value;
    }
}
