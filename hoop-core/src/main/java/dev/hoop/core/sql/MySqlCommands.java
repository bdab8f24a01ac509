package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/** The commands that MySQL and MariaDB have of their own, or in a form of their own. Confined to one scan. */
final class MySqlCommands {

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;

    MySqlCommands(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.findings = scanner.findings;
    }

    /** Reads the verb at the current token; false, without a step, when it is none of these. */
    boolean verb() {
        return switch (lexer.keyword) {
            case DESC, DESCRIBE, EXPLAIN -> explain();
            case ANALYZE -> analyze();
            case START -> lexer.nextKeyword != Keyword.TRANSACTION && effect(SqlOperation.OTHER);
            case SET -> set();
            case DO -> {
                findings.effect(SqlOperation.SELECT);
                yield expression();
            }
            case PREPARE -> {
                scanner.runsText("a text that is prepared at run time");
                yield rest();
            }
            case LOAD -> load();
            case USE, RELEASE -> effect(lexer.is(Keyword.USE) ? SqlOperation.SET : SqlOperation.SAVEPOINT);
            case LOCK, UNLOCK -> effect(SqlOperation.LOCK);
            case FLUSH, KILL, OPTIMIZE, REPAIR, RESET, XA -> effect(SqlOperation.OTHER);
            case HANDLER -> effect(SqlOperation.SELECT);
            case RENAME -> {
                findings.effect(SqlOperation.ALTER);
                lexer.advance();
                lexer.skip(Keyword.TABLE);
                while (scanner.reader.read()) {
                    scanner.relation(Access.WRITE);
                    if (!lexer.skip(Keyword.TO) && lexer.kind == TokenKind.COMMA) {
                        lexer.advance();
                    }
                }
                frames.state(State.DEFINITION);
                yield true;
            }
            default -> false;
        };
    }

    private boolean rest() {
        frames.state(State.DEFINITION);
        lexer.advance();
        return true;
    }

    private boolean expression() {
        frames.state(State.EXPRESSION);
        lexer.advance();
        return true;
    }

    private boolean effect(SqlOperation effect) {
        findings.effect(effect);
        return rest();
    }

    /** {@code SET} takes expressions, and {@code GLOBAL} and {@code PERSIST} reach beyond the session. */
    private boolean set() {
        findings.effect(SqlOperation.SET);
        if (lexer.nextKeyword == Keyword.GLOBAL
                || lexer.text.regionMatches(true, lexer.nextStart, "@@global", 0, 8)
                || lexer.text.regionMatches(true, lexer.nextStart, "persist", 0, 7)
                || lexer.text.regionMatches(true, lexer.nextStart, "password", 0, 8)) {
            findings.effect(SqlOperation.OTHER);
        }
        return expression();
    }

    private boolean explain() {
        lexer.advance();
        boolean runs = false;
        while (lexer.kind == TokenKind.WORD && !query.startsQuery() && !query.startsChange()) {
            if (lexer.is(Keyword.ANALYZE)) {
                runs = true;
            } else if (lexer.nextKind != TokenKind.OPERATOR) {
                // The description of a table, or of another connection's statement
                findings.effect(SqlOperation.SHOW);
                return rest();
            } else {
                lexer.advance();
                lexer.advance();
            }
            lexer.advance();
        }
        if (!runs) {
            findings.planOnly();
        }
        frames.state(State.QUERY);
        return true;
    }

    /** {@code ANALYZE TABLE}; MariaDB's {@code ANALYZE statement} runs the statement. */
    private boolean analyze() {
        if (lexer.nextKeyword == Keyword.TABLE
                || lexer.nextKeyword == Keyword.LOCAL
                || lexer.nextKeyword == Keyword.NO_WRITE_TO_BINLOG) {
            return effect(SqlOperation.OTHER);
        }
        lexer.advance();
        return true;
    }

    /** {@code LOAD DATA [LOCAL] INFILE 'f' INTO TABLE t}. */
    private boolean load() {
        lexer.advance();
        boolean file = true;
        while (lexer.kind == TokenKind.WORD || lexer.kind == TokenKind.STRING) {
            if (lexer.is(Keyword.LOCAL)) {
                file = false;
            }
            if (lexer.is(Keyword.INTO)) {
                lexer.advance();
                if (lexer.skip(Keyword.TABLE) && scanner.reader.read()) {
                    findings.effect(SqlOperation.INSERT);
                    scanner.relation(Access.WRITE);
                }
                break;
            }
            lexer.advance();
        }
        if (file) {
            findings.effect(SqlOperation.OTHER);
        }
        frames.state(State.EXPRESSION);
        return true;
    }
}
