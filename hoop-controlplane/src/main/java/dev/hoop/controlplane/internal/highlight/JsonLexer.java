package dev.hoop.controlplane.internal.highlight;

/** Colours JSON, well formed or not. Linear in the text's length. */
final class JsonLexer {

    private JsonLexer() {}

    /** Colours from a place to the end. A name that begins with {@code $} is an operator of MongoDB. */
    static void read(String text, int from, Spans spans) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            if (c == '"') {
                end = endOfString(text, at);
                spans.add(at, end, isName(text, end) ? name(text, at) : Kind.STRING);
            } else if (c == '-' || c >= '0' && c <= '9') {
                while (end < text.length() && "0123456789.eE+-".indexOf(text.charAt(end)) >= 0) {
                    end++;
                }
                spans.add(at, end, Kind.NUMBER);
            } else if (Character.isLetter(c)) {
                while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
                    end++;
                }
                spans.add(at, end, Kind.KEYWORD);
            }
            at = end;
        }
    }

    /** Whether what follows some blanks is a JSON object or array. */
    static boolean looksLike(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[');
    }

    private static Kind name(String text, int at) {
        return text.startsWith("\"$", at) ? Kind.KEYWORD : Kind.NAME;
    }

    private static int endOfString(String text, int from) {
        int end = from + 1;
        while (end < text.length()) {
            char c = text.charAt(end);
            if (c == '\\') {
                end += 2;
            } else if (c == '"') {
                return end + 1;
            } else if (c == '\n') {
                // JSON has none in a string: the quote was no beginning of one.
                return end;
            } else {
                end++;
            }
        }
        return text.length();
    }

    private static boolean isName(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() && text.charAt(at) == ':';
    }
}
