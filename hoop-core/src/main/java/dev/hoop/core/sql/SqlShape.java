package dev.hoop.core.sql;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A text without its values: literals and parameters are {@code ?}, comments and the way of writing are gone, and lists whose
 * length is a matter of values are drawn together. Texts of one shape differ in values only. For people: nothing is decided by
 * it.
 *
 * <p>There is none for a text that cannot be read, and for one that carries code in a literal, where what differs is no value.
 * Time is linear in the length of the text.
 */
public final class SqlShape {

    private static final String VALUE = "?";
    private static final String MORE = "...";

    /** Behind these a literal may hold code. */
    private static final Set<Keyword> BEFORE_CODE = EnumSet.of(
            Keyword.EXEC,
            Keyword.EXECUTE,
            Keyword.PROGRAM,
            Keyword.PREPARE,
            Keyword.FUNCTION,
            Keyword.PROCEDURE,
            Keyword.PROC);

    private static final Set<String> NO_BLANK_BEFORE = Set.of(",", ")", ".", ";", "]", "::", "[");
    private static final Set<String> NO_BLANK_AFTER = Set.of("(", ".", "[", "::");

    private final Lexer lexer;
    private final SqlDialect dialect;
    private final List<Piece> pieces = new ArrayList<>();

    /**
     * One token as it is written.
     *
     * @param joined whether it belongs to the one before it, as the characters of an operator do
     */
    private record Piece(String text, TokenKind kind, boolean keyword, boolean joined) {

        boolean is(String other) {
            return kind != TokenKind.QUOTED && text.equals(other);
        }
    }

    private SqlShape(Lexer lexer, SqlDialect dialect) {
        this.lexer = lexer;
        this.dialect = dialect;
    }

    /**
     * The shape of a text.
     *
     * @param settings the session's settings when the server reads the text
     */
    public static Optional<String> of(CharSequence text, SqlDialect dialect, SqlSettings settings) {
        Lexer lexer = new Lexer(text.toString(), LexicalRules.of(dialect, settings));
        SqlShape shape = new SqlShape(lexer, dialect);
        return shape.read()
                ? Optional.of(written(rowsDrawnTogether(listsDrawnTogether(shape.pieces))))
                : Optional.empty();
    }

    private boolean read() {
        boolean mayBeCode = false;
        int before = -1;
        while (lexer.kind != TokenKind.END) {
            boolean starts = pieces.isEmpty() || lexer.prevKind == TokenKind.SEMICOLON;
            if (lexer.kind == TokenKind.SEMICOLON) {
                mayBeCode = false;
            } else if (BEFORE_CODE.contains(lexer.keyword) || (starts && lexer.is(Keyword.DO))) {
                mayBeCode = true;
            }
            boolean string = lexer.kind == TokenKind.STRING;
            boolean dollarQuoted = string && lexer.text.charAt(lexer.start) == '$';
            if (lexer.kind == TokenKind.BROKEN || dollarQuoted || (string && mayBeCode)) {
                return false;
            }
            if (!isSign()) {
                pieces.add(piece(before));
            }
            before = lexer.end;
            lexer.advance();
        }
        dropLastSemicolons();
        return !pieces.isEmpty();
    }

    /** A sign that belongs to the number behind it: where no operand stands before it. */
    private boolean isSign() {
        char c = lexer.text.charAt(lexer.start);
        if (lexer.kind != TokenKind.OPERATOR
                || (c != '-' && c != '+')
                || lexer.nextKind != TokenKind.NUMBER
                || lexer.nextStart != lexer.end
                || pieces.isEmpty()) {
            return false;
        }
        Piece last = pieces.get(pieces.size() - 1);
        return switch (last.kind()) {
            case OPERATOR, OPEN, OPEN_BRACKET, COMMA -> true;
            case WORD -> last.keyword();
            default -> false;
        };
    }

    private Piece piece(int before) {
        TokenKind kind = lexer.kind;
        String text = lexer.text.substring(lexer.start, lexer.end);
        boolean keyword = lexer.keyword != Keyword.NONE;
        return switch (kind) {
            case STRING, NUMBER, PARAMETER -> new Piece(VALUE, kind, false, false);
            case WORD ->
                new Piece(keyword || foldsNames() ? text.toLowerCase(Locale.ROOT) : text, kind, keyword, false);
            case OPERATOR -> new Piece(text, kind, false, lexer.start == before && lastIsOperator());
            default -> new Piece(text, kind, false, false);
        };
    }

    /** MySQL's names of tables are those of files. */
    private boolean foldsNames() {
        return dialect != SqlDialect.MYSQL;
    }

    private boolean lastIsOperator() {
        return !pieces.isEmpty() && pieces.get(pieces.size() - 1).kind() == TokenKind.OPERATOR;
    }

    private void dropLastSemicolons() {
        while (!pieces.isEmpty() && pieces.get(pieces.size() - 1).kind() == TokenKind.SEMICOLON) {
            pieces.remove(pieces.size() - 1);
        }
    }

    /** {@code in (1, 2)} is {@code in (...)}. */
    private static List<Piece> listsDrawnTogether(List<Piece> pieces) {
        List<Piece> out = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            out.add(piece);
            if (piece.keyword()
                    && piece.is("in")
                    && i + 1 < pieces.size()
                    && pieces.get(i + 1).is("(")) {
                int close = endOfValues(pieces, i + 2);
                if (close > 0) {
                    out.add(pieces.get(i + 1));
                    out.add(new Piece(MORE, TokenKind.NUMBER, false, false));
                    out.add(pieces.get(close));
                    i = close;
                }
            }
        }
        return out;
    }

    /** The parenthesis behind values and commas from there on; -1 where something else stands among them. */
    private static int endOfValues(List<Piece> pieces, int from) {
        for (int i = from; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            if (piece.is(")")) {
                return i > from ? i : -1;
            }
            if (!piece.is(VALUE) && !piece.is(",")) {
                return -1;
            }
        }
        return -1;
    }

    /** {@code values (?, ?), (?, ?)} is {@code values (?, ?), ...}. */
    private static List<Piece> rowsDrawnTogether(List<Piece> pieces) {
        List<Piece> out = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            out.add(piece);
            if (!piece.keyword()
                    || !piece.is("values")
                    || i + 1 >= pieces.size()
                    || !pieces.get(i + 1).is("(")) {
                continue;
            }
            int end = endOfParentheses(pieces, i + 1);
            List<Piece> row = pieces.subList(i + 1, end);
            out.addAll(row);
            int next = end;
            while (next < pieces.size()
                    && pieces.get(next).is(",")
                    && next + 1 + row.size() <= pieces.size()
                    && pieces.subList(next + 1, next + 1 + row.size()).equals(row)) {
                next += 1 + row.size();
            }
            if (next > end) {
                out.add(pieces.get(end));
                out.add(new Piece(MORE, TokenKind.NUMBER, false, false));
            }
            i = next - 1;
        }
        return out;
    }

    /** The position behind the parenthesis that closes the one there, or behind the last piece. */
    private static int endOfParentheses(List<Piece> pieces, int open) {
        int depth = 0;
        for (int i = open; i < pieces.size(); i++) {
            if (pieces.get(i).kind() == TokenKind.OPEN) {
                depth++;
            } else if (pieces.get(i).kind() == TokenKind.CLOSE && --depth == 0) {
                return i + 1;
            }
        }
        return pieces.size();
    }

    private static String written(List<Piece> pieces) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pieces.size(); i++) {
            if (i > 0 && isApart(pieces.get(i - 1), pieces.get(i))) {
                out.append(' ');
            }
            out.append(pieces.get(i).text());
        }
        return out.toString();
    }

    private static boolean isApart(Piece last, Piece piece) {
        if (piece.joined() || NO_BLANK_BEFORE.contains(piece.text()) || NO_BLANK_AFTER.contains(last.text())) {
            return false;
        }
        boolean call =
                piece.is("(") && !last.keyword() && (last.kind() == TokenKind.WORD || last.kind() == TokenKind.QUOTED);
        return !call;
    }
}
