package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation.Access;

/** {@code CREATE}: what is made, and what of it runs at once. Confined to one scan. */
final class Creations {

    /** What is being made, as far as the words behind its name depend on it. */
    enum Kind {
        OTHER,
        TABLE,
        SCHEMA,
        ROUTINE
    }

    private final Scanner scanner;
    private final Lexer lexer;
    private final Frames frames;
    private final ObjectNames names;
    private final Publications publications;

    Creations(Scanner scanner, ObjectNames names) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.names = names;
        this.publications = new Publications(scanner, names);
    }

    /** The current token is the one behind {@code CREATE}; afterwards it is the one behind the name, where that matters. */
    Kind create() {
        boolean recursive = false;
        boolean event = false;
        while (isModifier()) {
            recursive |= lexer.is(Keyword.RECURSIVE);
            event |= lexer.is(Keyword.EVENT);
            lexer.advance();
        }
        Keyword what = lexer.keyword;
        boolean publication = scanner.isPostgres() && lexer.spells("publication");
        if (lexer.kind == TokenKind.WORD) {
            lexer.advance();
        }
        switch (what) {
            case TABLE -> {
                scanner.definesTable = true;
                frames.add(Frames.AS_QUERY);
                names.skipIf();
                names.one(Access.WRITE);
                if (lexer.skip(Keyword.OF)) {
                    scanner.reader.read();
                }
                return Kind.TABLE;
            }
            case VIEW -> view(recursive);
            case SCHEMA -> {
                return Kind.SCHEMA;
            }
            case INDEX -> names.on();
            case SEQUENCE -> {
                names.skipIf();
                names.one(Access.WRITE);
                names.sequenceOwner();
                scanner.inert = true;
            }
            case TRIGGER -> {
                if (!event) {
                    names.on();
                    if (scanner.isPostgres() && lexer.skip(Keyword.FROM)) {
                        names.one(Access.WRITE);
                    }
                }
                routine();
            }
            case STATISTICS -> {
                scanner.inert = true;
                if (scanner.isMsSql()) {
                    names.on();
                } else if (names.skipTo(Keyword.FROM)) {
                    lexer.advance();
                    names.from(Access.WRITE);
                }
            }
            case RULE -> rule();
            case POLICY -> names.on();
            case FUNCTION, PROCEDURE, PROC -> {
                routine();
                return Kind.ROUTINE;
            }
            case EVENT -> routine();
            default -> {
                scanner.inert = true;
                if (publication) {
                    publications.create();
                }
            }
        }
        return Kind.OTHER;
    }

    private boolean isModifier() {
        return switch (lexer.keyword) {
            case OR, REPLACE, GLOBAL, LOCAL, TEMP, TEMPORARY, UNLOGGED, UNIQUE, RECURSIVE, CONSTRAINT, MATERIALIZED ->
                true;
            case FOREIGN -> lexer.nextKeyword == Keyword.TABLE;
            case EVENT -> lexer.nextKeyword == Keyword.TRIGGER;
            // CREATE OR ALTER, CREATE CLUSTERED INDEX, CREATE DEFINER = x VIEW
            case ALTER, FULLTEXT -> !scanner.isPostgres();
            case NONE ->
                !scanner.isPostgres() && (lexer.nextKeyword == Keyword.INDEX || lexer.nextKeyword == Keyword.VIEW);
            default -> false;
        };
    }

    private void view(boolean recursive) {
        frames.add(Frames.AS_QUERY);
        names.skipIf();
        if (names.one(Access.WRITE)
                && recursive
                && !scanner.withNames.add(scanner.reader.name(), scanner.reader.isQuoted())) {
            scanner.lose("more names in WITH than are looked at");
        }
    }

    /** The actions of a rule are part of it, with the semicolons between them. */
    private void rule() {
        scanner.innerSemicolons = true;
        if (names.skipTo(Keyword.TO)) {
            lexer.advance();
            names.one(Access.WRITE);
            scanner.bodies.rule();
        }
        scanner.inert = true;
    }

    /** In MySQL and T-SQL what a routine holds reaches to the end of the text, and is not followed. */
    private void routine() {
        scanner.inert = true;
        if (!scanner.isPostgres()) {
            scanner.routine();
        }
    }

    /** {@code PARTITION OF parent} and {@code INHERITS (parents)}: the parents get another part. */
    void parents() {
        boolean partition = lexer.is(Keyword.PARTITION);
        lexer.advance();
        if (partition) {
            if (lexer.skip(Keyword.OF)) {
                names.one(Access.WRITE);
            }
        } else if (lexer.kind == TokenKind.OPEN) {
            lexer.advance();
            while (names.one(Access.WRITE) && lexer.kind == TokenKind.COMMA) {
                lexer.advance();
            }
            if (lexer.kind == TokenKind.CLOSE) {
                lexer.advance();
            } else {
                scanner.surprise("parents of a table that cannot be read");
            }
        }
    }
}
