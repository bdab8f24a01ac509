package dev.hoop.core.sql;

/** The words of expressions: calls, names behind dots, types of casts, labels of columns. Confined to one scan. */
final class Expressions {

    private final Scanner scanner;
    private final Lexer lexer;
    private final Frames frames;
    private final Query query;

    Expressions(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.query = query;
    }

    /** A word of an expression, or the next clause behind it. */
    void word() {
        if (lexer.prevKind == TokenKind.DOT || lexer.prevKind == TokenKind.CAST || lexer.prevKeyword == Keyword.AS) {
            label();
        } else if (lexer.is(Keyword.COLLATE) && scanner.isPostgres() && lexer.nextIsName()) {
            collation();
        } else if (lexer.keyword == Keyword.NONE || !query.clause()) {
            if (scanner.definesTable && query.definitions().otherTable()) {
                return;
            }
            if (lexer.nextKind == TokenKind.OPEN) {
                scanner.calls.beforeParenthesis();
                lexer.advance();
            } else if (lexer.kind == TokenKind.QUOTED && lexer.nextKind == TokenKind.WORD) {
                escapedName(false);
            } else {
                lexer.advance();
            }
        }
    }

    /** {@code COLLATE a.b}, whose dots make no calls; without a dot the word may be the name of a column. */
    private void collation() {
        lexer.advance();
        if (lexer.nextKind == TokenKind.DOT) {
            scanner.reader.read();
        }
    }

    /** A name that no keyword can be: behind a dot, the type of a cast, the name of a column. */
    private void label() {
        if (lexer.prevKind == TokenKind.DOT) {
            if (lexer.kind == TokenKind.QUOTED && lexer.nextKind == TokenKind.WORD) {
                escapedName(true);
                return;
            }
            if (lexer.nextKind == TokenKind.OPEN) {
                scanner.calls.beforeParenthesis();
            } else {
                scanner.calls.byAttribute();
            }
            lexer.advanceAsName();
            return;
        }
        boolean treat = frames.has(Frames.TREAT);
        scanner.reader.read();
        if (treat) {
            scanner.calls.named(scanner.reader.name(), false);
        }
    }

    /** A name that {@code UESCAPE} may follow, so that what stands behind it is not yet the next token. */
    private void escapedName(boolean attribute) {
        boolean behindParenthesis = attribute && Calls.endsValue(lexer.prev2Kind);
        String name = scanner.reader.part();
        if (lexer.kind == TokenKind.OPEN || attribute) {
            scanner.calls.named(name, lexer.kind == TokenKind.OPEN || behindParenthesis);
        }
    }

    /** Whether the word {@code select} is the name of a column: PostgreSQL lets it be one without {@code AS}. */
    boolean isBareLabel() {
        if (!scanner.isPostgres()) {
            return false;
        }
        return switch (lexer.nextKind) {
            case COMMA, CLOSE, SEMICOLON, END -> true;
            default -> endsExpression(lexer.nextKeyword);
        };
    }

    /** Whether a keyword ends the list of a query's columns. */
    static boolean endsExpression(Keyword keyword) {
        return switch (keyword) {
            case FROM,
                    INTO,
                    WHERE,
                    GROUP,
                    HAVING,
                    WINDOW,
                    UNION,
                    INTERSECT,
                    EXCEPT,
                    ORDER,
                    LIMIT,
                    OFFSET,
                    FETCH,
                    FOR,
                    ON,
                    RETURNING -> true;
            default -> false;
        };
    }
}
