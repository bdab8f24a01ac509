package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/** {@code INSERT}, {@code UPDATE}, {@code DELETE}, {@code MERGE} and {@code INTO}. Confined to one scan. */
final class Changes {

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;

    Changes(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.findings = scanner.findings;
    }

    /** Begins the change at the current token. */
    void begin() {
        Keyword verb = lexer.keyword;
        lexer.advance();
        modifiers();
        switch (verb) {
            case UPDATE -> update();
            case DELETE -> delete();
            case MERGE -> merge();
            default -> insert();
        }
    }

    /** Words of other dialects between the verb and the table. */
    private void modifiers() {
        if (scanner.isMySql()) {
            while (lexer.is(Keyword.LOW_PRIORITY)
                    || lexer.is(Keyword.DELAYED)
                    || lexer.is(Keyword.HIGH_PRIORITY)
                    || lexer.is(Keyword.QUICK)
                    || lexer.is(Keyword.IGNORE)) {
                lexer.advance();
            }
        } else if (scanner.isMsSql() && lexer.is(Keyword.TOP) && lexer.nextKind == TokenKind.OPEN) {
            lexer.advance();
            lexer.skipParentheses();
        }
    }

    private void insert() {
        findings.effect(SqlOperation.INSERT);
        frames.add(Frames.QUERY | Frames.INSERT);
        if (!lexer.skip(Keyword.INTO) && scanner.isPostgres()) {
            scanner.surprise("an INSERT without INTO");
            return;
        }
        frames.state(State.INSERT_TAIL);
        if (lexer.kind == TokenKind.VARIABLE && scanner.isMsSql()) {
            lexer.advance();
        } else if (!scanner.reader.read()) {
            scanner.surprise("a table was expected");
        } else {
            if (lexer.kind == TokenKind.OPEN && scanner.isMsSql()) {
                scanner.calls.named(scanner.reader.name(), false);
            }
            scanner.relation(Access.WRITE);
        }
    }

    private void update() {
        if (scanner.isMsSql() && lexer.is(Keyword.STATISTICS)) {
            findings.effect(SqlOperation.OTHER);
            frames.state(State.DEFINITION);
            return;
        }
        findings.effect(SqlOperation.UPDATE);
        frames.add(Frames.QUERY | Frames.UPDATE | Frames.WRITES);
        frames.state(State.TABLE);
    }

    private void delete() {
        findings.effect(SqlOperation.DELETE);
        frames.add(Frames.QUERY | Frames.DELETE | Frames.WRITES);
        if (lexer.skip(Keyword.FROM)) {
            frames.state(State.TABLE);
        } else if (scanner.isPostgres()) {
            scanner.surprise("a DELETE without FROM");
        } else {
            frames.remove(Frames.WRITES);
            frames.state(State.TABLE_TAIL);
            scanner.targets.readList();
        }
    }

    private void merge() {
        scanner.merges();
        frames.add(Frames.QUERY | Frames.MERGE | Frames.WRITES);
        lexer.skip(Keyword.INTO);
        frames.state(State.TABLE);
    }

    /** {@code WHEN} and {@code THEN}: what a branch of a {@code MERGE} does. */
    boolean mergeBranch() {
        if (!frames.has(Frames.MERGE)) {
            return false;
        }
        frames.state(State.EXPRESSION);
        boolean then = lexer.is(Keyword.THEN);
        lexer.advance();
        if (then) {
            switch (lexer.keyword) {
                case INSERT -> findings.effect(SqlOperation.INSERT);
                case UPDATE -> findings.effect(SqlOperation.UPDATE);
                case DELETE -> findings.effect(SqlOperation.DELETE);
                default -> {
                    return true;
                }
            }
            lexer.advance();
        }
        return true;
    }

    /** Whether {@code SET} at the current token starts assignments. */
    boolean isAssignment() {
        return (frames.has(Frames.UPDATE) && frames.has(Frames.WRITES))
                || (frames.has(Frames.MERGE | Frames.INSERT) && lexer.prevKeyword == Keyword.UPDATE);
    }

    /** A word behind the table of an {@code INSERT}. */
    void insertTail() {
        if (lexer.prevKeyword == Keyword.AS) {
            lexer.advanceAsName();
            return;
        }
        switch (lexer.keyword) {
            case AS -> lexer.advance();
            case OVERRIDING -> {
                lexer.advance();
                lexer.advanceAsName();
                lexer.advanceAsName();
            }
            case DEFAULT, VALUES, VALUE -> {
                frames.state(State.EXPRESSION);
                lexer.advance();
            }
            case SELECT, WITH, TABLE -> query.begin();
            case SET -> {
                frames.state(State.EXPRESSION);
                lexer.advance();
            }
            case RETURNING, ORDER, LIMIT, OFFSET, FETCH, FOR, UNION, INTERSECT, EXCEPT, ON -> {
                frames.state(State.EXPRESSION);
                query.expression();
            }
            case EXEC, EXECUTE -> {
                if (scanner.isMsSql()) {
                    scanner.runsText("a procedure, whose effect is decided at run time");
                } else {
                    scanner.surprise("an unexpected word in an INSERT");
                }
                lexer.advance();
                frames.state(State.EXPRESSION);
            }
            case INTO -> {
                if (!scanner.isMsSql()) {
                    scanner.surprise("an unexpected word in an INSERT");
                    lexer.advance();
                } else {
                    into();
                    frames.state(State.INSERT_TAIL);
                }
            }
            default -> {
                if (scanner.isPostgres()) {
                    scanner.surprise("an unexpected word in an INSERT");
                }
                lexer.advance();
            }
        }
    }

    /** {@code INTO} of a query: the table that it makes, or where else its rows go. */
    boolean into() {
        lexer.advance();
        frames.state(State.EXPRESSION);
        boolean output = frames.has(Frames.INSERT | Frames.UPDATE | Frames.DELETE | Frames.MERGE);
        if (scanner.isMySql()) {
            if (lexer.is(Keyword.OUTFILE) || lexer.is(Keyword.DUMPFILE)) {
                findings.effect(SqlOperation.OTHER);
                lexer.advance();
            }
            return true;
        }
        if (lexer.kind == TokenKind.VARIABLE) {
            return true;
        }
        while (isTableModifier() && (lexer.nextKind == TokenKind.QUOTED || isNameNext())) {
            lexer.advance();
        }
        if (scanner.reader.read()) {
            findings.effect(output && scanner.isMsSql() ? SqlOperation.INSERT : SqlOperation.CREATE);
            scanner.relation(Access.WRITE);
        } else {
            scanner.surprise("a table was expected");
        }
        return true;
    }

    private boolean isTableModifier() {
        return switch (lexer.keyword) {
            case TEMP, TEMPORARY, LOCAL, GLOBAL, UNLOGGED, TABLE -> scanner.isPostgres();
            default -> false;
        };
    }

    private boolean isNameNext() {
        return lexer.nextKind == TokenKind.WORD && !Expressions.endsExpression(lexer.nextKeyword);
    }
}
