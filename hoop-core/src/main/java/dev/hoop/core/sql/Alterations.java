package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation.Access;

/** {@code ALTER}, {@code DROP}, privileges and comments: which relations they change. Confined to one scan. */
final class Alterations {

    private final Scanner scanner;
    private final Lexer lexer;
    private final ObjectNames names;

    Alterations(Scanner scanner, ObjectNames names) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
        this.names = names;
    }

    /** The current token is the one behind {@code ALTER}; true when commands of {@code ALTER TABLE} follow. */
    boolean alter() {
        while (lexer.is(Keyword.MATERIALIZED) || (lexer.is(Keyword.FOREIGN) && lexer.nextKeyword == Keyword.TABLE)) {
            lexer.advance();
        }
        Keyword what = lexer.keyword;
        switch (what) {
            case TABLE, VIEW, SEQUENCE, INDEX -> {
                lexer.advance();
                return relation(what);
            }
            case TRIGGER, RULE, POLICY -> {
                scanner.inert = true;
                if (scanner.isPostgres()) {
                    names.on();
                } else {
                    scanner.routine = true;
                }
            }
            case FUNCTION, PROCEDURE, PROC, EVENT -> {
                scanner.inert = true;
                scanner.routine = !scanner.isPostgres();
            }
            // Checks that are added to a domain run over the rows that are there.
            case DOMAIN -> {}
            default -> scanner.inert = true;
        }
        return false;
    }

    private boolean relation(Keyword what) {
        if (what == Keyword.INDEX && !scanner.isPostgres()) {
            names.on();
            return false;
        }
        names.skipIf();
        lexer.skip(Keyword.ONLY);
        if (lexer.is(Keyword.ALL) && lexer.nextKeyword == Keyword.IN) {
            return false;
        }
        names.one(Access.WRITE);
        if (lexer.kind == TokenKind.STAR) {
            lexer.advance();
        }
        if (what == Keyword.VIEW && !scanner.isPostgres()) {
            scanner.frames.add(Frames.AS_QUERY);
        }
        if (what == Keyword.TABLE || what == Keyword.INDEX) {
            command();
            return true;
        }
        return false;
    }

    /** The first words of a command of {@code ALTER TABLE}: those that name another table. */
    void command() {
        if (!scanner.isPostgres()) {
            return;
        }
        if (lexer.is(Keyword.ATTACH) || lexer.is(Keyword.DETACH)) {
            lexer.advance();
            if (lexer.skip(Keyword.PARTITION)) {
                names.one(Access.WRITE);
            }
        } else if (lexer.is(Keyword.INHERIT) || (lexer.is(Keyword.NO) && lexer.nextKeyword == Keyword.INHERIT)) {
            lexer.skip(Keyword.NO);
            lexer.advance();
            names.one(Access.WRITE);
        }
    }

    /** The current token is the one behind {@code DROP}. */
    void drop() {
        scanner.inert = true;
        while (lexer.is(Keyword.MATERIALIZED)
                || lexer.is(Keyword.TEMPORARY)
                || (lexer.is(Keyword.FOREIGN) && lexer.nextKeyword == Keyword.TABLE)) {
            lexer.advance();
        }
        Keyword what = lexer.keyword;
        switch (what) {
            case TABLE, VIEW, SEQUENCE, INDEX -> {
                lexer.advance();
                if (what == Keyword.INDEX && !scanner.isPostgres()) {
                    names.on();
                } else {
                    lexer.skip(Keyword.CONCURRENTLY);
                    names.skipIf();
                    names.list(Access.WRITE);
                }
            }
            case TRIGGER, RULE, POLICY -> {
                if (scanner.isPostgres()) {
                    names.on();
                }
            }
            default -> {}
        }
    }

    /** The current token is the one behind {@code GRANT} or {@code REVOKE}: {@code privileges ON [TABLE] names TO roles}. */
    void privileges() {
        scanner.inert = true;
        while (!lexer.is(Keyword.ON) && !lexer.is(Keyword.TO) && !lexer.is(Keyword.FROM)) {
            switch (lexer.kind) {
                case END, BROKEN, SEMICOLON, CLOSE -> {
                    return;
                }
                case OPEN -> lexer.skipParentheses();
                default -> lexer.advance();
            }
        }
        if (!lexer.skip(Keyword.ON)) {
            return;
        }
        boolean nameFollows = lexer.nextKind == TokenKind.QUOTED
                || (lexer.nextKind == TokenKind.WORD
                        && lexer.nextKeyword != Keyword.TO
                        && lexer.nextKeyword != Keyword.FROM);
        if (lexer.is(Keyword.TABLE) || (lexer.is(Keyword.SEQUENCE) && nameFollows)) {
            lexer.advance();
            nameFollows = false;
        }
        // Two names in a row are a kind of object and its name.
        while (!nameFollows && scanner.reader.read()) {
            if (lexer.kind == TokenKind.STAR) {
                lexer.advance();
            } else {
                scanner.relation(Access.WRITE);
            }
            if (lexer.kind != TokenKind.COMMA) {
                break;
            }
            lexer.advance();
        }
        names.skipTo(lexer.is(Keyword.FROM) ? Keyword.FROM : Keyword.TO);
    }

    /** The current token is the one behind {@code COMMENT} or {@code SECURITY}: {@code ... ON kind name IS text}. */
    void comment() {
        scanner.inert = true;
        if (!names.skipTo(Keyword.ON)) {
            return;
        }
        lexer.advance();
        while (lexer.is(Keyword.MATERIALIZED) || (lexer.is(Keyword.FOREIGN) && lexer.nextKeyword == Keyword.TABLE)) {
            lexer.advance();
        }
        switch (lexer.keyword) {
            case TABLE, VIEW, SEQUENCE, INDEX -> {
                lexer.advance();
                names.one(Access.WRITE);
            }
            case COLUMN -> {
                lexer.advance();
                if (scanner.reader.read()) {
                    scanner.reader.relationOfColumn(Access.WRITE).ifPresent(scanner.findings::relation);
                }
            }
            case TRIGGER, RULE, POLICY -> names.on();
            default -> {}
        }
    }
}
