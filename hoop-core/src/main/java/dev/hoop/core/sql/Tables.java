package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;
import java.util.Set;

/** The tables of a query or a change of data, and what follows each. Confined to one scan. */
final class Tables {

    /** Hints that T-SQL lets stand in parentheses behind a table without {@code WITH}. */
    private static final Set<String> HINTS = Set.of(
            "nolock",
            "holdlock",
            "updlock",
            "rowlock",
            "paglock",
            "tablock",
            "tablockx",
            "xlock",
            "readpast",
            "readcommitted",
            "readuncommitted",
            "repeatableread",
            "serializable",
            "nowait",
            "index",
            "forceseek");

    /** PostgreSQL's functions without parentheses, which may stand for a table too. */
    private static final Set<String> VALUES = Set.of(
            "current_catalog",
            "current_date",
            "current_role",
            "current_schema",
            "current_time",
            "current_timestamp",
            "current_user",
            "localtime",
            "localtimestamp",
            "session_user",
            "system_user",
            "user");

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;

    Tables(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
    }

    /** A table is expected and a word or name stands there. */
    void table() {
        frames.remove(Frames.SAMPLE);
        if (lexer.is(Keyword.ONLY) || lexer.is(Keyword.LATERAL)) {
            frames.state(State.TABLE);
            lexer.advance();
            return;
        }
        if (lexer.is(Keyword.ROWS) && lexer.nextKeyword == Keyword.FROM) {
            lexer.advance();
            lexer.advance();
            arguments(0);
            return;
        }
        if (lexer.is(Keyword.TREAT) && lexer.nextKind == TokenKind.OPEN) {
            lexer.advance();
            arguments(Frames.TREAT);
            return;
        }
        if (Expressions.endsExpression(lexer.keyword) || lexer.is(Keyword.SELECT)) {
            scanner.surprise("a table was expected");
            lexer.advance();
            return;
        }
        boolean quoted = lexer.kind == TokenKind.QUOTED;
        boolean dual = scanner.isMySql() && lexer.is(Keyword.DUAL);
        scanner.reader.read();
        frames.state(State.TABLE_TAIL);
        if (lexer.kind == TokenKind.OPEN && !isHint()) {
            scanner.calls.ofTable(scanner.reader, quoted);
            arguments(0);
        } else if (!dual && (quoted || scanner.reader.isQualified() || !isValue())) {
            named();
        }
    }

    /** The arguments of a function that stands for a table. */
    private void arguments(int flags) {
        frames.state(State.TABLE_TAIL);
        if (lexer.kind == TokenKind.OPEN) {
            scanner.push(State.EXPRESSION, flags | Frames.ARGUMENTS | frames.flags(Frames.NO_CALLS));
        } else {
            scanner.surprise("arguments were expected");
        }
    }

    private boolean isValue() {
        return scanner.isPostgres() && VALUES.contains(scanner.reader.name());
    }

    private boolean isHint() {
        return scanner.isMsSql()
                && lexer.nextKind == TokenKind.WORD
                && HINTS.contains(Names.lower(lexer.text.substring(lexer.nextStart, lexer.nextEnd)));
    }

    private void named() {
        if (frames.has(Frames.WRITES) && !scanner.targets.defer(frames)) {
            scanner.relation(Access.WRITE);
        } else if (!frames.has(Frames.WRITES)) {
            query.reads();
            scanner.targets.resolve();
        }
        if (lexer.kind == TokenKind.STAR) {
            lexer.advance();
        }
    }

    /** A word behind a table. */
    void tail() {
        if (lexer.prevKeyword == Keyword.AS || lexer.prevKind == TokenKind.DOT) {
            lexer.advanceAsName();
            return;
        }
        switch (lexer.keyword) {
            case NONE, AS -> lexer.advance();
            case TABLESAMPLE -> {
                frames.add(Frames.SAMPLE);
                lexer.advance();
            }
            case SET -> {
                if (!frames.has(Frames.UPDATE) || !frames.has(Frames.WRITES)) {
                    lexer.advanceAsName();
                } else {
                    query.clause();
                }
            }
            case USING -> {
                boolean list = frames.has(Frames.WRITES) && (frames.has(Frames.DELETE) || frames.has(Frames.MERGE));
                if (list) {
                    frames.remove(Frames.WRITES);
                    frames.state(State.TABLE);
                    lexer.advance();
                } else {
                    join();
                }
            }
            case FROM -> {
                if (scanner.isPostgres()) {
                    scanner.surprise("a second FROM");
                } else {
                    frames.remove(Frames.WRITES);
                    frames.state(State.TABLE);
                }
                lexer.advance();
            }
            case FOR -> {
                if (!query.clause()) {
                    lexer.advance();
                }
            }
            case OFFSET -> {
                if (scanner.isMySql() || !query.clause()) {
                    lexer.advanceAsName();
                }
            }
            case DO, THEN, WHEN, SELECT -> {
                scanner.surprise("an unexpected word behind a table");
                lexer.advance();
            }
            default -> {
                if (!query.clause()) {
                    lexer.advanceAsName();
                }
            }
        }
    }

    /** The words of a join; false, without a step, where they cannot be. */
    boolean join() {
        if (frames.state() != State.TABLE_TAIL && frames.state() != State.JOIN_CONDITION) {
            return false;
        }
        switch (lexer.keyword) {
            case CROSS, NATURAL -> frames.add(Frames.CROSS);
            case JOIN -> {
                if (!frames.has(Frames.CROSS)) {
                    frames.joins(frames.joins() + 1);
                }
                frames.remove(Frames.CROSS);
                frames.state(State.TABLE);
            }
            case APPLY -> {
                if (!scanner.isMsSql()) {
                    return false;
                }
                frames.remove(Frames.CROSS);
                frames.state(State.TABLE);
            }
            case USING -> {
                frames.joins(frames.joins() - 1);
                frames.state(State.TABLE_TAIL);
            }
            case ON -> {
                frames.joins(frames.joins() - 1);
                frames.state(State.JOIN_CONDITION);
            }
            default -> {
                return false;
            }
        }
        lexer.advance();
        return true;
    }
}
