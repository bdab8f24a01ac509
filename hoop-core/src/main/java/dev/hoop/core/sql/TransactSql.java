package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/** What T-SQL has of its own: statements that follow each other without a semicolon, control of flow, procedures. */
final class TransactSql {

    private static final String PROCEDURE = "a procedure, whose effect is decided at run time";

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;

    TransactSql(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.findings = scanner.findings;
    }

    /** Whether the word at the current token starts a statement behind the one that is being read. */
    static boolean startsStatement(Scanner scanner) {
        if (!scanner.isMsSql() || scanner.frames.depth() > 0 || scanner.routine) {
            return false;
        }
        Lexer lexer = scanner.lexer;
        if (lexer.start == scanner.findings.start()
                || lexer.prevKind == TokenKind.DOT
                || lexer.prevKeyword == Keyword.AS) {
            return false;
        }
        boolean definition = scanner.frames.state() == State.DEFINITION;
        return switch (lexer.keyword) {
            case SELECT,
                    EXEC,
                    EXECUTE,
                    TRUNCATE,
                    DECLARE,
                    PRINT,
                    IF,
                    WHILE,
                    RETURN,
                    WAITFOR,
                    KILL,
                    BACKUP,
                    RESTORE,
                    COMMIT,
                    ROLLBACK,
                    RAISERROR,
                    THROW,
                    GOTO,
                    BULK,
                    DBCC,
                    REVERT,
                    CHECKPOINT ->
                !definition || lexer.prevKeyword != Keyword.WITH && lexer.prevKeyword != Keyword.TABLE;
            case INSERT, DELETE -> lexer.prevKeyword != Keyword.THEN && lexer.prevKeyword != Keyword.ON;
            case UPDATE ->
                lexer.prevKeyword != Keyword.THEN
                        && lexer.prevKeyword != Keyword.ON
                        && lexer.prevKeyword != Keyword.FOR
                        && lexer.nextKind != TokenKind.OPEN;
            case MERGE -> lexer.nextKeyword != Keyword.JOIN;
            case SET ->
                !definition
                        && lexer.prevKeyword != Keyword.UPDATE
                        && !scanner.frames.has(Frames.WRITES)
                        && !(scanner.frames.has(Frames.UPDATE | Frames.DELETE)
                                && scanner.frames.state() == State.TABLE_TAIL);
            case CREATE, GRANT, REVOKE, DENY, BEGIN, USE -> lexer.prevKeyword != Keyword.WITH;
            case DROP, ALTER -> !definition || startsDefinition(lexer.nextKeyword);
            default -> false;
        };
    }

    private static boolean startsDefinition(Keyword next) {
        return switch (next) {
            case TABLE, VIEW, DATABASE, PROCEDURE, PROC, FUNCTION, SCHEMA, TRIGGER, SEQUENCE -> true;
            default -> false;
        };
    }

    /** Reads the verb at the current token; false, without a step, when it is none of these. */
    boolean verb() {
        return switch (lexer.keyword) {
            case EXEC, EXECUTE -> {
                scanner.runsText(PROCEDURE);
                yield rest();
            }
            case BEGIN -> begin();
            case END, ELSE -> {
                lexer.advance();
                lexer.skip(Keyword.TRY);
                lexer.skip(Keyword.CATCH);
                yield block();
            }
            case IF, WHILE, PRINT, RETURN, RAISERROR, THROW, WAITFOR -> {
                findings.effect(SqlOperation.SELECT);
                if (lexer.is(Keyword.WAITFOR) && lexer.nextKind == TokenKind.OPEN) {
                    findings.unreadable("a statement that is not known");
                }
                yield expression();
            }
            case SET -> {
                findings.effect(SqlOperation.SET);
                yield expression();
            }
            case DECLARE -> declare();
            case SAVE -> effect(SqlOperation.SAVEPOINT);
            case USE, OPEN, REVERT -> effect(SqlOperation.SET);
            case KILL, DBCC, BACKUP, RESTORE, CHECKPOINT -> effect(SqlOperation.OTHER);
            case BULK -> bulkInsert();
            case CALL, EXPLAIN, SHOW, START -> {
                findings.unreadable("a statement that is not known");
                yield rest();
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

    /** {@code BEGIN TRANSACTION} is a command, {@code BEGIN}, {@code BEGIN TRY} and {@code BEGIN CATCH} open a block. */
    private boolean begin() {
        lexer.advance();
        if (lexer.is(Keyword.TRAN) || lexer.is(Keyword.TRANSACTION) || isDistributed()) {
            return effect(SqlOperation.BEGIN);
        }
        lexer.skip(Keyword.TRY);
        lexer.skip(Keyword.CATCH);
        return block();
    }

    private boolean isDistributed() {
        return lexer.is(Keyword.NONE)
                && (lexer.nextKeyword == Keyword.TRAN || lexer.nextKeyword == Keyword.TRANSACTION);
    }

    /** The edge of a block is a statement that does nothing; what follows it is one of its own. */
    private boolean block() {
        findings.effect(SqlOperation.SELECT);
        frames.state(State.EXPRESSION);
        return true;
    }

    /** {@code DECLARE @x type = expression}, or a cursor. */
    private boolean declare() {
        lexer.advance();
        if (lexer.kind == TokenKind.VARIABLE) {
            findings.effect(SqlOperation.SET);
            frames.state(State.EXPRESSION);
            return true;
        }
        if (lexer.isName()) {
            lexer.advanceAsName();
        }
        while (lexer.kind == TokenKind.WORD && !lexer.is(Keyword.FOR)) {
            lexer.advance();
        }
        if (!lexer.skip(Keyword.FOR)) {
            scanner.surprise("the query of a cursor was expected");
        }
        return true;
    }

    private boolean bulkInsert() {
        lexer.advance();
        if (!lexer.skip(Keyword.INSERT) || !scanner.reader.read()) {
            scanner.surprise("a table was expected");
            return true;
        }
        findings.effect(SqlOperation.INSERT);
        findings.effect(SqlOperation.OTHER);
        scanner.relation(Access.WRITE);
        frames.state(State.DEFINITION);
        return true;
    }
}
