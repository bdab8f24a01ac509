package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/** PostgreSQL's {@code COPY}, both ways. Confined to one scan. */
final class Copy {

    private final Scanner scanner;
    private final Lexer lexer;

    Copy(Scanner scanner) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
    }

    /** The current token is {@code COPY}. */
    void start() {
        lexer.advance();
        if (lexer.kind == TokenKind.OPEN) {
            // The query is read where it stands; what follows it is looked at here in advance of it.
            scanner.frames.state(State.COPY_TAIL);
            scanner.push(State.BODY, 0);
            return;
        }
        if (lexer.is(Keyword.BINARY)
                && lexer.nextKind == TokenKind.WORD
                && lexer.nextKeyword != Keyword.FROM
                && lexer.nextKeyword != Keyword.TO) {
            lexer.advance();
        }
        if (!scanner.reader.read()) {
            scanner.surprise("a table was expected");
            return;
        }
        boolean from = false;
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        if (lexer.is(Keyword.FROM)) {
            from = true;
        } else if (!lexer.is(Keyword.TO)) {
            scanner.surprise("FROM or TO was expected");
            return;
        }
        scanner.findings.effect(from ? SqlOperation.INSERT : SqlOperation.SELECT);
        scanner.relation(from ? Access.WRITE : Access.READ);
        end();
    }

    /** The current token is what follows the table or query of a {@code COPY}: {@code FROM} or {@code TO}, and where. */
    void end() {
        scanner.frames.state(State.COPY_TAIL);
        lexer.advance();
        if (lexer.is(Keyword.PROGRAM)) {
            scanner.findings.undecided("a program on the server");
            lexer.advance();
        } else if (lexer.kind == TokenKind.STRING) {
            scanner.findings.effect(SqlOperation.OTHER);
        } else if (!lexer.is(Keyword.STDIN) && !lexer.is(Keyword.STDOUT)) {
            scanner.surprise("the other end of a COPY was expected");
            return;
        }
        lexer.advance();
    }

    /** A word behind the table or query of a {@code COPY}. */
    void word() {
        switch (lexer.keyword) {
            case TO, FROM -> end();
            case WHERE -> {
                scanner.frames.state(State.EXPRESSION);
                lexer.advance();
            }
            default -> lexer.advance();
        }
    }
}
