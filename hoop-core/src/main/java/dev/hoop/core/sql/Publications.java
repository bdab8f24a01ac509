package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation.Access;

/** Tables that a publication gives to whoever subscribes: they are changed, and read by others. Confined to one scan. */
final class Publications {

    private final Scanner scanner;
    private final Lexer lexer;
    private final ObjectNames names;

    Publications(Scanner scanner, ObjectNames names) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
        this.names = names;
    }

    /** The current token is the name: {@code name FOR objects}. */
    void create() {
        if (lexer.isName()) {
            scanner.reader.read();
        }
        if (lexer.skip(Keyword.FOR)) {
            objects();
        }
    }

    /** The current token is the name: {@code name ADD|SET|DROP objects}. */
    void alter() {
        if (lexer.isName()) {
            scanner.reader.read();
        }
        if ((lexer.spells("add") || lexer.is(Keyword.SET) || lexer.is(Keyword.DROP))
                && lexer.nextKind != TokenKind.OPEN) {
            lexer.advance();
            objects();
        }
    }

    /** {@code TABLE [ONLY] name [*] [(columns)] [WHERE (rows)], ... TABLES IN SCHEMA name, ...}: a kind holds until the next. */
    private void objects() {
        boolean tables = false;
        while (true) {
            if (lexer.is(Keyword.TABLE)) {
                lexer.advance();
                tables = true;
            } else if (lexer.is(Keyword.TABLES) && lexer.nextKeyword == Keyword.IN) {
                lexer.advance();
                lexer.advance();
                lexer.skip(Keyword.SCHEMA);
                tables = false;
            }
            if (!object(tables) || lexer.kind != TokenKind.COMMA) {
                return;
            }
            lexer.advance();
        }
    }

    private boolean object(boolean table) {
        if (!table) {
            return scanner.reader.read();
        }
        lexer.skip(Keyword.ONLY);
        boolean parenthesis = lexer.kind == TokenKind.OPEN;
        if (parenthesis) {
            lexer.advance();
        }
        if (!names.one(Access.WRITE)) {
            return false;
        }
        scanner.relation(Access.READ);
        if (lexer.kind == TokenKind.STAR || (parenthesis && lexer.kind == TokenKind.CLOSE)) {
            lexer.advance();
        }
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        if (lexer.skip(Keyword.WHERE) && lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        return true;
    }
}
