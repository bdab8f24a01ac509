package dev.hoop.controlplane.internal.highlight;

import java.util.Locale;
import java.util.Set;

/** Colours SQL. Linear in the text's length; what is not closed goes to the end. */
final class SqlLexer {

    private static final Set<String> CHANGES = Set.of(
            "insert",
            "update",
            "delete",
            "merge",
            "replace",
            "truncate",
            "drop",
            "alter",
            "create",
            "grant",
            "revoke",
            "rename",
            "call",
            "exec",
            "execute",
            "copy",
            "lock",
            "do",
            "reindex",
            "vacuum",
            "upsert",
            "load",
            "kill");

    private static final Set<String> KEYWORDS = Set.of(
            "select",
            "from",
            "where",
            "and",
            "or",
            "not",
            "in",
            "is",
            "null",
            "like",
            "ilike",
            "between",
            "exists",
            "join",
            "inner",
            "left",
            "right",
            "full",
            "outer",
            "cross",
            "on",
            "using",
            "group",
            "by",
            "order",
            "having",
            "limit",
            "offset",
            "fetch",
            "first",
            "next",
            "rows",
            "row",
            "only",
            "union",
            "all",
            "except",
            "intersect",
            "distinct",
            "as",
            "with",
            "recursive",
            "values",
            "set",
            "into",
            "returning",
            "case",
            "when",
            "then",
            "else",
            "end",
            "table",
            "view",
            "index",
            "schema",
            "database",
            "function",
            "procedure",
            "trigger",
            "sequence",
            "type",
            "role",
            "user",
            "extension",
            "if",
            "cascade",
            "restrict",
            "primary",
            "key",
            "foreign",
            "references",
            "unique",
            "check",
            "default",
            "constraint",
            "add",
            "column",
            "begin",
            "commit",
            "rollback",
            "transaction",
            "savepoint",
            "release",
            "start",
            "work",
            "isolation",
            "level",
            "read",
            "write",
            "true",
            "false",
            "any",
            "some",
            "asc",
            "desc",
            "nulls",
            "last",
            "over",
            "partition",
            "window",
            "filter",
            "lateral",
            "cast",
            "collate",
            "explain",
            "analyze",
            "show",
            "declare",
            "cursor",
            "for",
            "to",
            "of",
            "public",
            "privileges",
            "conflict",
            "nothing",
            "duplicate",
            "interval",
            "language",
            "security",
            "definer",
            "top",
            "output",
            "go");

    private final String text;
    private final SqlDialect dialect;
    private final Spans spans;
    private int at;

    private SqlLexer(String text, SqlDialect dialect, Spans spans) {
        this.text = text;
        this.dialect = dialect;
        this.spans = spans;
    }

    static void read(String text, SqlDialect dialect, Spans spans) {
        SqlLexer lexer = new SqlLexer(text, dialect, spans);
        while (lexer.at < text.length()) {
            lexer.next();
        }
    }

    private void next() {
        char c = text.charAt(at);
        if (startsComment()) {
            take(endOfLine(at), Kind.COMMENT);
        } else if (text.startsWith("/*", at)) {
            blockComment();
        } else if (dialect.hashComments() && text.startsWith("*/", at)) {
            // The end of a comment that runs.
            take(at + 2, Kind.CHANGE);
        } else if (c == '\'') {
            take(quoted(at, '\'', dialect.backslashEscapes()), Kind.STRING);
        } else if (c == '"') {
            take(
                    quoted(at, '"', dialect.doubleQuotedText() && dialect.backslashEscapes()),
                    dialect.doubleQuotedText() ? Kind.STRING : Kind.NAME);
        } else if (c == '`') {
            take(quoted(at, '`', false), Kind.NAME);
        } else if (c == '[' && dialect.brackets()) {
            take(quoted(at, ']', false), Kind.NAME);
        } else if (c == '$') {
            dollar();
        } else if (c == '?' || c == '@' || c == ':' && nextIsLetter()) {
            take(endOfWord(at + 1), Kind.PARAMETER);
        } else if (isDigit(c)) {
            take(endOfNumber(at), Kind.NUMBER);
        } else if (isWord(c)) {
            word();
        } else {
            // Two colons are a cast, not the start of a parameter.
            at += text.startsWith("::", at) ? 2 : 1;
        }
    }

    private boolean startsComment() {
        if (text.startsWith("--", at)) {
            return !dialect.hashComments() || at + 2 == text.length() || text.charAt(at + 2) <= ' ';
        }
        return dialect.hashComments() && text.charAt(at) == '#';
    }

    private void blockComment() {
        // MySQL runs what stands in such a comment, so it is no comment to anybody.
        if (dialect.hashComments() && (text.startsWith("/*!", at) || text.startsWith("/*M!", at))) {
            int end = text.indexOf('!', at) + 1;
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            take(end, Kind.CHANGE);
            return;
        }
        int depth = 1;
        int end = at + 2;
        while (end < text.length() && depth > 0) {
            if (text.startsWith("*/", end)) {
                depth--;
                end += 2;
            } else if (dialect.nestedComments() && text.startsWith("/*", end)) {
                depth++;
                end += 2;
            } else {
                end++;
            }
        }
        take(end, Kind.COMMENT);
    }

    private void dollar() {
        int end = at + 1;
        if (end < text.length() && isDigit(text.charAt(end))) {
            take(endOfNumber(end), Kind.PARAMETER);
            return;
        }
        while (end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        if (!dialect.dollarQuotes() || end >= text.length() || text.charAt(end) != '$') {
            at = Math.max(end, at + 1);
            return;
        }
        String tag = text.substring(at, end + 1);
        int close = text.indexOf(tag, end + 1);
        take(close < 0 ? text.length() : close + tag.length(), Kind.STRING);
    }

    private void word() {
        int end = endOfWord(at);
        String word = text.substring(at, end).toLowerCase(Locale.ROOT);
        // E'...' has escapes whatever the setting; B, N, U& and X go with their string.
        if (end < text.length()
                && text.charAt(end) == '\''
                && Set.of("e", "b", "n", "x").contains(word)) {
            boolean escapes = dialect.backslashEscapes() || word.equals("e") && dialect.dollarQuotes();
            take(quoted(end, '\'', escapes), Kind.STRING);
        } else if (CHANGES.contains(word)) {
            take(end, Kind.CHANGE);
        } else if (KEYWORDS.contains(word)) {
            take(end, Kind.KEYWORD);
        } else {
            at = end;
        }
    }

    /** The end of what is quoted from {@code start}; the quote itself, doubled, stands for itself. */
    private int quoted(int start, char quote, boolean escapes) {
        int end = start + 1;
        while (end < text.length()) {
            char c = text.charAt(end);
            if (c == '\\' && escapes) {
                end += 2;
            } else if (c != quote) {
                end++;
            } else if (end + 1 < text.length() && text.charAt(end + 1) == quote) {
                end += 2;
            } else {
                return end + 1;
            }
        }
        return text.length();
    }

    private void take(int end, Kind kind) {
        int bounded = Math.min(end, text.length());
        spans.add(at, bounded, kind);
        at = Math.max(bounded, at + 1);
    }

    private int endOfLine(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private int endOfWord(int from) {
        int end = from;
        while (end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int endOfNumber(int from) {
        int end = from;
        while (end < text.length()
                && (isDigit(text.charAt(end)) || text.charAt(end) == '.' || isWord(text.charAt(end)))) {
            end++;
        }
        return end;
    }

    private boolean nextIsLetter() {
        return at + 1 < text.length()
                && Character.isLetter(text.charAt(at + 1))
                && (at == 0 || text.charAt(at - 1) != ':');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || Character.isSurrogate(c);
    }
}
