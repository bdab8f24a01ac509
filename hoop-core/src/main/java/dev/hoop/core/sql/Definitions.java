package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/** Commands that define, change or maintain objects, and privileges on them. Confined to one scan. */
final class Definitions {

    private enum Kind {
        NONE,
        TABLE,
        SCHEMA,
        ALTER_TABLE,
        ROUTINE,
        PRIVILEGES
    }

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;
    private Kind kind = Kind.NONE;

    Definitions(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.findings = scanner.findings;
    }

    /** Forgets the statement before. */
    void clear() {
        kind = Kind.NONE;
    }

    /** Reads the verb at the current token; false, without a step, when it is none of these. */
    boolean verb() {
        kind = Kind.NONE;
        Keyword verb = lexer.keyword;
        switch (verb) {
            case CREATE -> findings.effect(SqlOperation.CREATE);
            case ALTER, COMMENT, SECURITY -> findings.effect(SqlOperation.ALTER);
            case DROP -> findings.effect(SqlOperation.DROP);
            case TRUNCATE -> findings.effect(SqlOperation.TRUNCATE);
            case GRANT -> findings.effect(SqlOperation.GRANT);
            case REVOKE, DENY -> findings.effect(SqlOperation.REVOKE);
            case REFRESH -> findings.effect(SqlOperation.UPDATE);
            case REINDEX, CLUSTER, VACUUM, ANALYZE, ANALYSE -> findings.effect(SqlOperation.OTHER);
            case IMPORT -> findings.effect(SqlOperation.CREATE);
            case REASSIGN -> findings.effect(SqlOperation.ALTER);
            default -> {
                return false;
            }
        }
        frames.state(State.DEFINITION);
        lexer.advance();
        switch (verb) {
            case CREATE -> create();
            case ALTER -> alter();
            case DROP -> drop();
            case TRUNCATE -> {
                lexer.skip(Keyword.TABLE);
                names(Access.WRITE);
            }
            case GRANT, REVOKE, DENY -> privileges();
            case COMMENT, SECURITY -> comment();
            case REFRESH -> {
                lexer.skip(Keyword.MATERIALIZED);
                lexer.skip(Keyword.VIEW);
                lexer.skip(Keyword.CONCURRENTLY);
                names(Access.WRITE);
            }
            case REINDEX -> reindex();
            case CLUSTER, VACUUM, ANALYZE, ANALYSE -> maintain(verb);
            default -> {}
        }
        return true;
    }

    /** Reads {@code [ONLY] name [*] [(columns)], ...}. */
    void names(Access access) {
        frames.state(State.DEFINITION);
        while (true) {
            if (lexer.is(Keyword.ONLY)) {
                lexer.advance();
            }
            boolean parenthesis = lexer.kind == TokenKind.OPEN;
            if (parenthesis) {
                lexer.advance();
            }
            if (!scanner.reader.read()) {
                return;
            }
            if (lexer.kind == TokenKind.STAR) {
                lexer.advance();
            }
            scanner.relation(access);
            if (parenthesis && lexer.kind == TokenKind.CLOSE) {
                lexer.advance();
            } else if (lexer.kind == TokenKind.OPEN) {
                lexer.skipParentheses();
            }
            if (lexer.kind != TokenKind.COMMA) {
                return;
            }
            lexer.advance();
        }
    }

    private void name(Access access) {
        if (scanner.reader.read()) {
            scanner.relation(access);
        }
    }

    /** {@code IF EXISTS}, {@code IF NOT EXISTS}; a table may be named {@code if}. */
    private void skipIf() {
        if (lexer.is(Keyword.IF) && (lexer.nextKeyword == Keyword.NOT || lexer.nextKeyword == Keyword.EXISTS)) {
            lexer.advance();
            lexer.skip(Keyword.NOT);
            lexer.skip(Keyword.EXISTS);
        }
    }

    /** Advances to a keyword outside parentheses; false at the end of the statement. */
    private boolean skipTo(Keyword first, Keyword second) {
        while (!lexer.is(first) && !lexer.is(second)) {
            switch (lexer.kind) {
                case END, BROKEN, SEMICOLON, CLOSE -> {
                    return false;
                }
                case OPEN -> lexer.skipParentheses();
                case DOT -> {
                    lexer.advance();
                    lexer.advanceAsName();
                }
                default -> lexer.advance();
            }
        }
        return true;
    }

    private void create() {
        while (isModifier()) {
            lexer.advance();
        }
        boolean recursive = lexer.prevKeyword == Keyword.RECURSIVE;
        boolean constraint = lexer.prevKeyword == Keyword.CONSTRAINT;
        Keyword what = lexer.keyword;
        if (lexer.kind == TokenKind.WORD) {
            lexer.advance();
        }
        switch (what) {
            case TABLE -> {
                kind = Kind.TABLE;
                frames.add(Frames.AS_QUERY);
                skipIf();
                name(Access.WRITE);
            }
            case VIEW -> {
                frames.add(Frames.AS_QUERY);
                skipIf();
                name(Access.WRITE);
                if (recursive && !scanner.withNames.add(scanner.reader.name(), scanner.reader.isQuoted())) {
                    scanner.lose("more names in WITH than are looked at");
                }
            }
            case SEQUENCE -> {
                skipIf();
                name(Access.WRITE);
            }
            case INDEX -> onTable();
            case POLICY -> onTable();
            case TRIGGER -> {
                if (!constraint && lexer.prev2Keyword == Keyword.EVENT) {
                    return;
                }
                onTable();
                if (!scanner.isPostgres()) {
                    scanner.routine = true;
                }
            }
            case RULE -> {
                scanner.innerSemicolons = true;
                if (skipTo(Keyword.TO, Keyword.TO)) {
                    lexer.advance();
                    name(Access.WRITE);
                }
                scanner.routine = true;
            }
            case FUNCTION, PROCEDURE, PROC -> {
                kind = Kind.ROUTINE;
                scanner.routine = true;
            }
            case EVENT -> scanner.routine = scanner.isMySql();
            case SCHEMA -> kind = Kind.SCHEMA;
            default -> {}
        }
    }

    private boolean isModifier() {
        return switch (lexer.keyword) {
            case OR,
                    REPLACE,
                    GLOBAL,
                    LOCAL,
                    TEMP,
                    TEMPORARY,
                    UNLOGGED,
                    UNIQUE,
                    RECURSIVE,
                    CONSTRAINT,
                    MATERIALIZED,
                    FOREIGN -> true;
            case EVENT -> lexer.nextKeyword == Keyword.TRIGGER;
            // CREATE OR ALTER, CREATE CLUSTERED INDEX, CREATE DEFINER = x VIEW
            case ALTER, FULLTEXT -> !scanner.isPostgres();
            case NONE ->
                !scanner.isPostgres() && (lexer.nextKeyword == Keyword.INDEX || lexer.nextKeyword == Keyword.VIEW);
            default -> false;
        };
    }

    private void onTable() {
        if (skipTo(Keyword.ON, Keyword.ON)) {
            lexer.advance();
            if (lexer.is(Keyword.ONLY)) {
                lexer.advance();
            }
            name(Access.WRITE);
        }
    }

    private void alter() {
        while (lexer.is(Keyword.FOREIGN) || lexer.is(Keyword.MATERIALIZED)) {
            lexer.advance();
        }
        Keyword what = lexer.keyword;
        switch (what) {
            case TABLE, VIEW, SEQUENCE, INDEX -> {
                lexer.advance();
                if (what == Keyword.INDEX && !scanner.isPostgres()) {
                    onTable();
                    return;
                }
                skipIf();
                if (lexer.is(Keyword.ONLY)) {
                    lexer.advance();
                }
                if (!(lexer.is(Keyword.ALL) && lexer.nextKeyword == Keyword.IN)) {
                    name(Access.WRITE);
                    if (lexer.kind == TokenKind.STAR) {
                        lexer.advance();
                    }
                    kind = what == Keyword.TABLE || what == Keyword.INDEX ? Kind.ALTER_TABLE : Kind.NONE;
                    if (!scanner.isPostgres() && what == Keyword.VIEW) {
                        frames.add(Frames.AS_QUERY);
                    }
                    command();
                }
            }
            case TRIGGER, RULE, POLICY -> {
                if (scanner.isPostgres()) {
                    onTable();
                } else {
                    scanner.routine = true;
                }
            }
            case DEFAULT -> {
                if (lexer.nextKeyword == Keyword.PRIVILEGES) {
                    kind = Kind.PRIVILEGES;
                }
            }
            case FUNCTION, PROCEDURE, PROC -> scanner.routine = !scanner.isPostgres();
            default -> {}
        }
    }

    /** The first words of a command of {@code ALTER TABLE}: those that name another table. */
    private void command() {
        if (kind != Kind.ALTER_TABLE || !scanner.isPostgres()) {
            return;
        }
        if (lexer.is(Keyword.ATTACH) || lexer.is(Keyword.DETACH)) {
            lexer.advance();
            if (lexer.skip(Keyword.PARTITION)) {
                name(Access.WRITE);
            }
        } else if (lexer.is(Keyword.INHERIT) || (lexer.is(Keyword.NO) && lexer.nextKeyword == Keyword.INHERIT)) {
            lexer.skip(Keyword.NO);
            lexer.advance();
            name(Access.WRITE);
        }
    }

    private void drop() {
        while (lexer.is(Keyword.FOREIGN) || lexer.is(Keyword.MATERIALIZED) || lexer.is(Keyword.TEMPORARY)) {
            lexer.advance();
        }
        Keyword what = lexer.keyword;
        switch (what) {
            case TABLE, VIEW, SEQUENCE, INDEX -> {
                lexer.advance();
                if (what == Keyword.INDEX && !scanner.isPostgres()) {
                    onTable();
                    return;
                }
                lexer.skip(Keyword.CONCURRENTLY);
                skipIf();
                names(Access.WRITE);
            }
            case TRIGGER, RULE, POLICY -> {
                if (scanner.isPostgres()) {
                    onTable();
                }
            }
            default -> {}
        }
    }

    /** {@code GRANT privileges ON [TABLE] names TO roles}, and {@code REVOKE} likewise. */
    private void privileges() {
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
        boolean table = lexer.is(Keyword.TABLE);
        if (table || lexer.is(Keyword.SEQUENCE)) {
            lexer.advance();
            names(Access.WRITE);
        } else if (lexer.nextKind != TokenKind.WORD
                || lexer.nextKeyword == Keyword.TO
                || lexer.nextKeyword == Keyword.FROM) {
            while (scanner.reader.read()) {
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
        }
        skipTo(Keyword.TO, Keyword.FROM);
    }

    private void comment() {
        if (!skipTo(Keyword.ON, Keyword.ON)) {
            return;
        }
        lexer.advance();
        while (lexer.is(Keyword.FOREIGN) || lexer.is(Keyword.MATERIALIZED)) {
            lexer.advance();
        }
        switch (lexer.keyword) {
            case TABLE, VIEW, SEQUENCE, INDEX -> {
                lexer.advance();
                name(Access.WRITE);
            }
            case COLUMN -> {
                lexer.advance();
                if (scanner.reader.read()) {
                    scanner.reader.relationOfColumn(Access.WRITE).ifPresent(findings::relation);
                }
            }
            case TRIGGER, RULE, POLICY -> onTable();
            default -> {}
        }
    }

    private void reindex() {
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        if (lexer.is(Keyword.TABLE) || lexer.is(Keyword.INDEX)) {
            lexer.advance();
            lexer.skip(Keyword.CONCURRENTLY);
            name(Access.WRITE);
        }
    }

    private void maintain(Keyword verb) {
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        while (lexer.is(Keyword.FULL)
                || lexer.is(Keyword.FREEZE)
                || lexer.is(Keyword.VERBOSE)
                || lexer.is(Keyword.ANALYZE)
                || lexer.is(Keyword.ANALYSE)) {
            lexer.advance();
        }
        if (verb == Keyword.CLUSTER && lexer.nextKeyword == Keyword.ON) {
            lexer.advanceAsName();
            lexer.advance();
        }
        names(verb == Keyword.ANALYZE || verb == Keyword.ANALYSE ? Access.READ : Access.WRITE);
    }

    /** A word of a definition. */
    void word() {
        if (lexer.prevKind == TokenKind.DOT) {
            lexer.advanceAsName();
            return;
        }
        if (kind == Kind.ALTER_TABLE && frames.depth() == 0 && lexer.prevKind == TokenKind.COMMA) {
            command();
        }
        boolean query = !scanner.routine && frames.has(Frames.AS_QUERY);
        switch (lexer.keyword) {
            case AS -> {
                if (query) {
                    frames.state(State.QUERY);
                }
                lexer.advance();
            }
            case SELECT, WITH, VALUES -> {
                if (query && scanner.isMySql() && this.query.startsQuery()) {
                    this.query.begin();
                } else {
                    lexer.advance();
                }
            }
            case PARTITION, INHERITS -> parents();
            case CREATE, GRANT -> {
                if (!schemaElement()) {
                    if (kind == Kind.PRIVILEGES && lexer.is(Keyword.GRANT)) {
                        findings.effect(SqlOperation.GRANT);
                    }
                    lexer.advance();
                }
            }
            case REVOKE -> {
                if (kind == Kind.PRIVILEGES) {
                    findings.effect(SqlOperation.REVOKE);
                }
                lexer.advance();
            }
            case BEGIN -> {
                if (kind == Kind.ROUTINE && lexer.nextKeyword == Keyword.ATOMIC && frames.depth() == 0) {
                    atomicBody();
                } else {
                    lexer.advance();
                }
            }
            default -> {
                if (lexer.nextKind == TokenKind.OPEN) {
                    scanner.calls.knownOnly();
                }
                lexer.advance();
            }
        }
    }

    /** {@code PARTITION OF parent} and {@code INHERITS (parents)}: the parents get another part. */
    private void parents() {
        boolean partition = lexer.is(Keyword.PARTITION);
        lexer.advance();
        if (kind != Kind.TABLE || frames.depth() > 0 || !scanner.isPostgres()) {
            return;
        }
        if (partition && lexer.skip(Keyword.OF)) {
            name(Access.WRITE);
        } else if (!partition && lexer.kind == TokenKind.OPEN) {
            lexer.advance();
            while (scanner.reader.read()) {
                scanner.relation(Access.WRITE);
                if (lexer.kind == TokenKind.COMMA) {
                    lexer.advance();
                }
            }
            if (lexer.kind == TokenKind.CLOSE) {
                lexer.advance();
            } else {
                scanner.surprise("parents of a table that cannot be read");
            }
        }
    }

    /** A command inside {@code CREATE SCHEMA}; false, without a step, elsewhere. */
    boolean schemaElement() {
        if (kind != Kind.SCHEMA || frames.depth() > 0) {
            return false;
        }
        frames.remove(Frames.AS_QUERY | Frames.QUERY);
        verb();
        kind = Kind.SCHEMA;
        return true;
    }

    /** {@code BEGIN ATOMIC ... END}: its semicolons belong to the routine, and its {@code END} stands behind one of them. */
    private void atomicBody() {
        lexer.advance();
        lexer.advance();
        while (!(lexer.is(Keyword.END)
                && (lexer.prevKind == TokenKind.SEMICOLON || lexer.prevKeyword == Keyword.ATOMIC))) {
            if (lexer.kind == TokenKind.END || lexer.kind == TokenKind.BROKEN) {
                scanner.lose("a body that does not end");
                return;
            }
            lexer.advance();
        }
        lexer.advance();
    }
}
