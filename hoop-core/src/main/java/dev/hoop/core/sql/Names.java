package dev.hoop.core.sql;

import java.util.Locale;

/** Turns the tokens of names into the names that the server means. Immutable. */
final class Names {

    /** PostgreSQL cuts a longer name to this many bytes ({@code NAMEDATALEN} - 1) and goes on. */
    private static final int POSTGRES_NAME_BYTES = 63;

    private final SqlDialect dialect;

    Names(SqlDialect dialect) {
        this.dialect = dialect;
    }

    /** The name that {@code text[start, end)} means; {@code escapes} is the escape character of a {@code U&} name. */
    String decode(String text, TokenKind kind, int start, int end, char escape) {
        if (kind == TokenKind.WORD) {
            String word = text.substring(start, end);
            return dialect == SqlDialect.POSTGRES ? cut(folded(word)) : word;
        }
        char first = text.charAt(start);
        if (first == 'u' || first == 'U') {
            return cut(unescaped(undoubled(text, start + 3, end - 1, '"'), escape));
        }
        String name = undoubled(text, start + 1, end - 1, first == '[' ? ']' : first);
        return dialect == SqlDialect.POSTGRES ? cut(name) : name;
    }

    /** Whether two names are one to the server. */
    boolean same(String a, String b) {
        return dialect == SqlDialect.POSTGRES ? a.equals(b) : a.equalsIgnoreCase(b);
    }

    /** Folds ASCII letters, as the server does in every multi-byte encoding. */
    private static String folded(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                return foldedAscii(word);
            }
        }
        return word;
    }

    private static String foldedAscii(String word) {
        char[] chars = word.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] >= 'A' && chars[i] <= 'Z') {
                chars[i] |= 0x20;
            }
        }
        return new String(chars);
    }

    private static String undoubled(String text, int start, int end, char quote) {
        String inside = text.substring(start, end);
        if (inside.indexOf(quote) < 0) {
            return inside;
        }
        String one = String.valueOf(quote);
        return inside.replace(one + one, one);
    }

    static String unescaped(String name, char escape) {
        if (name.indexOf(escape) < 0) {
            return name;
        }
        StringBuilder plain = new StringBuilder(name.length());
        int i = 0;
        while (i < name.length()) {
            char c = name.charAt(i);
            if (c != escape) {
                plain.append(c);
                i++;
            } else if (i + 1 < name.length() && name.charAt(i + 1) == escape) {
                plain.append(escape);
                i += 2;
            } else {
                boolean wide = i + 1 < name.length() && name.charAt(i + 1) == '+';
                int digits = wide ? i + 2 : i + 1;
                int count = wide ? 6 : 4;
                int point = hex(name, digits, count);
                if (point < 0) {
                    return name;
                }
                plain.appendCodePoint(point);
                i = digits + count;
            }
        }
        return plain.toString();
    }

    /** The number of {@code count} hexadecimal digits, or -1 when they are not there or name no character. */
    private static int hex(String text, int start, int count) {
        if (start + count > text.length()) {
            return -1;
        }
        int value = 0;
        for (int i = start; i < start + count; i++) {
            if (!Characters.isHexDigit(text.charAt(i))) {
                return -1;
            }
            value = value * 16 + Character.digit(text.charAt(i), 16);
        }
        return Character.isValidCodePoint(value) ? value : -1;
    }

    /** The first bytes of a name, in UTF-8, that the server keeps. */
    private static String cut(String name) {
        if (name.length() * 3 <= POSTGRES_NAME_BYTES) {
            return name;
        }
        int bytes = 0;
        int i = 0;
        while (i < name.length()) {
            int point = name.codePointAt(i);
            bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            if (bytes > POSTGRES_NAME_BYTES) {
                return name.substring(0, i);
            }
            i += Character.charCount(point);
        }
        return name;
    }

    static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
