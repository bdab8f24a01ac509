package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Relation.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code ALTER}, {@code DROP}, privileges and comments: which relations they change. Confined to one scan. */
final class Alterations {

    /** What is altered, as far as the words behind its name depend on it. */
    enum Altered {
        OTHER,
        /** The commands of {@code ALTER TABLE} follow. */
        RELATION,
        /** So they do, or options with an owner. */
        SEQUENCE
    }

    private final Scanner scanner;
    private final Lexer lexer;
    private final ObjectNames names;
    private final Publications publications;

    Alterations(Scanner scanner, ObjectNames names) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
        this.names = names;
        this.publications = new Publications(scanner, names);
    }

    /** The current token is the one behind {@code ALTER}. */
    Altered alter() {
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
                scanner.inert = what != Keyword.POLICY;
                if (scanner.isPostgres()) {
                    names.on();
                } else {
                    scanner.routine();
                }
            }
            case FUNCTION, PROCEDURE, PROC, EVENT -> {
                scanner.inert = true;
                if (!scanner.isPostgres()) {
                    scanner.routine();
                }
            }
            case EXTENSION -> {
                scanner.inert = true;
                extension();
            }
            case SYSTEM -> {
                scanner.inert = true;
                if (scanner.isPostgres()) {
                    scanner.findings.undecided(
                            "a setting of the server, which may run code or change how texts are read");
                }
            }
            // Checks that are added to a domain run over the rows that are there.
            case DOMAIN -> {}
            default -> {
                scanner.inert = true;
                if (scanner.isPostgres() && lexer.spells("publication")) {
                    lexer.advance();
                    publications.alter();
                }
            }
        }
        return Altered.OTHER;
    }

    /** {@code EXTENSION name ADD|DROP kind name}. */
    private void extension() {
        lexer.advance();
        if (!lexer.isName()) {
            return;
        }
        scanner.reader.part();
        if (!lexer.spells("add") && !lexer.is(Keyword.DROP)) {
            return;
        }
        lexer.advance();
        while (lexer.is(Keyword.MATERIALIZED) || (lexer.is(Keyword.FOREIGN) && lexer.nextKeyword == Keyword.TABLE)) {
            lexer.advance();
        }
        if (isRelation(lexer.keyword)) {
            lexer.advance();
            names.one(Access.WRITE);
        }
    }

    private static boolean isRelation(Keyword what) {
        return switch (what) {
            case TABLE, VIEW, SEQUENCE, INDEX -> true;
            default -> false;
        };
    }

    private Altered relation(Keyword what) {
        if (what == Keyword.INDEX && !scanner.isPostgres()) {
            names.on();
            return Altered.OTHER;
        }
        names.skipIf();
        lexer.skip(Keyword.ONLY);
        if (lexer.is(Keyword.ALL) && lexer.nextKeyword == Keyword.IN) {
            return Altered.OTHER;
        }
        boolean named = names.one(Access.WRITE);
        if (lexer.kind == TokenKind.STAR) {
            lexer.advance();
        }
        if (scanner.isPostgres()) {
            if (named) {
                renamed();
            }
            // PostgreSQL's grammar takes the commands of ALTER TABLE behind each of them.
            scanner.definesTable = true;
            command();
            return what == Keyword.SEQUENCE ? Altered.SEQUENCE : Altered.RELATION;
        }
        if (what == Keyword.VIEW) {
            scanner.frames.add(Frames.AS_QUERY);
        }
        scanner.definesTable = what == Keyword.TABLE;
        return Altered.OTHER;
    }

    /** {@code RENAME TO name}, {@code SET SCHEMA name}: what stands under its new name from now on is written there, too. */
    private void renamed() {
        Optional<String> schema = scanner.reader.schema();
        String name = scanner.reader.name();
        if (lexer.is(Keyword.RENAME) && lexer.nextKeyword == Keyword.TO) {
            lexer.advance();
            lexer.advance();
            if (lexer.isName()) {
                scanner.findings.relation(new Relation(schema, scanner.reader.part(), Access.WRITE));
            }
        } else if (lexer.is(Keyword.SET) && lexer.nextKeyword == Keyword.SCHEMA) {
            lexer.advance();
            lexer.advance();
            if (lexer.isName()) {
                scanner.findings.relation(new Relation(Optional.of(scanner.reader.part()), name, Access.WRITE));
            }
        }
    }

    /** The current token is the one behind {@code IMPORT}: {@code FOREIGN SCHEMA name LIMIT TO (names) FROM SERVER x INTO name}. */
    void importSchema() {
        scanner.inert = true;
        if (!lexer.skip(Keyword.FOREIGN) || !lexer.skip(Keyword.SCHEMA) || !scanner.reader.read()) {
            return;
        }
        List<String> tables = new ArrayList<>();
        if (lexer.is(Keyword.LIMIT) && lexer.nextKeyword == Keyword.TO) {
            lexer.advance();
            lexer.advance();
            do {
                lexer.advance();
                lexer.skip(Keyword.ONLY);
                if (scanner.reader.read() && tables.size() < Findings.MAX_RELATIONS) {
                    tables.add(scanner.reader.name());
                }
                if (lexer.kind == TokenKind.STAR) {
                    lexer.advance();
                }
            } while (lexer.kind == TokenKind.COMMA);
            if (lexer.kind == TokenKind.CLOSE) {
                lexer.advance();
            }
        }
        if (names.skipTo(Keyword.INTO)) {
            lexer.advance();
            if (lexer.isName()) {
                Optional<String> schema = Optional.of(scanner.reader.part());
                for (String table : tables) {
                    if (!scanner.findings.relation(new Relation(schema, table, Access.WRITE))) {
                        scanner.lose(Scanner.TOO_MANY_RELATIONS);
                        return;
                    }
                }
            }
        }
    }

    /** The first words of a command of PostgreSQL's {@code ALTER TABLE}: those that name another table. */
    void command() {
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
            case CONSTRAINT -> {
                if (names.skipTo(Keyword.ON)) {
                    lexer.advance();
                    if (!lexer.is(Keyword.DOMAIN) || !(lexer.nextIsName() && lexer.nextKeyword != Keyword.IS)) {
                        names.one(Access.WRITE);
                    }
                }
            }
            default -> {}
        }
    }
}
