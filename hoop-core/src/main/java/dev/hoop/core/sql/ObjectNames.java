package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation.Access;

/** Reads the names of relations in definitions, and skips what stands around them. Confined to one scan. */
final class ObjectNames {

    private final Scanner scanner;
    private final Lexer lexer;

    ObjectNames(Scanner scanner) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
    }

    /** Reads {@code [ONLY] name [*] [(columns)], ...} and records the relations. */
    void list(Access access) {
        list(access, false);
    }

    /** The same among what a {@code FROM} has, where parentheses behind a name make it a function's. */
    void from(Access access) {
        list(access, true);
    }

    private void list(Access access, boolean functions) {
        while (true) {
            if (functions) {
                lexer.skip(Keyword.LATERAL);
            }
            lexer.skip(Keyword.ONLY);
            boolean parenthesis = lexer.kind == TokenKind.OPEN;
            if (parenthesis) {
                lexer.advance();
            }
            if (!scanner.reader.read()) {
                return;
            }
            if (!functions || lexer.kind != TokenKind.OPEN) {
                scanner.relation(access);
            }
            if (lexer.kind == TokenKind.STAR) {
                lexer.advance();
            }
            if (parenthesis && lexer.kind == TokenKind.CLOSE) {
                lexer.advance();
            } else if (lexer.kind == TokenKind.OPEN) {
                lexer.skipParentheses();
            }
            if (functions) {
                alias();
            }
            if (lexer.kind != TokenKind.COMMA) {
                return;
            }
            lexer.advance();
        }
    }

    /** {@code [AS] name [(columns)]}, or a word that ends the list in any case. */
    private void alias() {
        lexer.skip(Keyword.AS);
        if (lexer.kind == TokenKind.WORD || lexer.kind == TokenKind.QUOTED) {
            lexer.advance();
        }
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
    }

    /** Reads a name, if there is one, and records the relation. */
    boolean one(Access access) {
        if (!scanner.reader.read()) {
            return false;
        }
        scanner.relation(access);
        return true;
    }

    /** {@code ... ON [ONLY] name}: records the relation as written. */
    void on() {
        if (skipTo(Keyword.ON)) {
            lexer.advance();
            lexer.skip(Keyword.ONLY);
            one(Access.WRITE);
        }
    }

    /** {@code OWNED BY table.column} among the options of a sequence that is made. */
    void sequenceOwner() {
        if (skipTo(Keyword.OWNED)) {
            owner();
        }
    }

    /** {@code OWNED BY table.column}, of which the first word is the current token. */
    void owner() {
        lexer.advance();
        if (lexer.skip(Keyword.BY) && scanner.reader.read()) {
            scanner.reader.relationOfColumn(Access.WRITE).ifPresent(scanner.findings::relation);
        }
    }

    /** {@code IF EXISTS}, {@code IF NOT EXISTS}; a table may be named {@code if}. */
    void skipIf() {
        if (lexer.is(Keyword.IF) && (lexer.nextKeyword == Keyword.NOT || lexer.nextKeyword == Keyword.EXISTS)) {
            lexer.advance();
            lexer.skip(Keyword.NOT);
            lexer.skip(Keyword.EXISTS);
        }
    }

    /** Advances to a keyword outside parentheses; false at the end of the statement. */
    boolean skipTo(Keyword wanted) {
        return scanner.skipTo(wanted);
    }

    /** Records {@code REFERENCES table} at the current token; false, without a step, when it is none. */
    boolean references() {
        if (!lexer.spells("references") || !lexer.nextIsName() || scanner.frames.has(Frames.QUERY)) {
            return false;
        }
        lexer.advance();
        return one(Access.WRITE);
    }

    /** Records {@code LIKE table} at the current token among the columns of a table; false, without a step, when it is none. */
    boolean like() {
        boolean begins = scanner.frames.depth() == 0
                ? scanner.isMySql()
                : scanner.frames.depth() == 1
                        && (lexer.prevKind == TokenKind.OPEN || lexer.prevKind == TokenKind.COMMA);
        if (!begins || !lexer.spells("like") || !lexer.nextIsName()) {
            return false;
        }
        lexer.advance();
        return one(Access.READ);
    }
}
