package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/** The verb of a statement, and the commands that are neither queries nor definitions. Confined to one scan. */
final class Commands {

    private static final String PROCEDURE = "a procedure, whose effect is decided at run time";
    private static final String PREPARED = "a prepared statement, which was named elsewhere";

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;

    Commands(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.findings = scanner.findings;
    }

    /** Reads the start of a statement, as far as it is not a query's, and says what is expected next. */
    void start() {
        if (lexer.kind == TokenKind.WORD) {
            verb();
        } else if (lexer.kind == TokenKind.QUOTED && scanner.isMsSql()) {
            scanner.runsText(PROCEDURE);
            rest();
        }
    }

    private void verb() {
        if (query.startsQuery() || query.startsChange()) {
            return;
        }
        boolean own = switch (scanner.dialect) {
            case POSTGRES -> postgres();
            case MYSQL -> new MySqlCommands(scanner, query).verb();
            case MSSQL -> new TransactSql(scanner, query).verb();
        };
        if (!own && !common() && !query.definitions().verb()) {
            if (scanner.isMsSql() && lexer.is(Keyword.NONE)) {
                scanner.runsText(PROCEDURE);
            } else {
                findings.unreadable("a statement that is not known");
            }
            rest();
        }
    }

    /** The rest of the statement is read only for what it runs. */
    private void rest() {
        frames.state(State.DEFINITION);
        lexer.advanceAsName();
    }

    private boolean effect(SqlOperation effect) {
        findings.effect(effect);
        rest();
        return true;
    }

    private boolean common() {
        return switch (lexer.keyword) {
            case EXPLAIN -> {
                new Explain(scanner).start();
                yield again();
            }
            // No body of SQL begins a transaction: there it is a block of another language, whose statements are not
            // apart.
            case BEGIN, START -> !scanner.nested && effect(SqlOperation.BEGIN);
            case COMMIT -> effect(SqlOperation.COMMIT);
            case ROLLBACK -> effect(SqlOperation.ROLLBACK);
            case SAVEPOINT, RELEASE -> effect(SqlOperation.SAVEPOINT);
            case SHOW -> effect(SqlOperation.SHOW);
            case SET -> effect(SqlOperation.SET);
            case DEALLOCATE, CLOSE -> effect(SqlOperation.SET);
            case FETCH -> effect(SqlOperation.SELECT);
            case CALL -> {
                findings.undecided(PROCEDURE);
                findings.effect(SqlOperation.CALL);
                lexer.advance();
                frames.state(State.EXPRESSION);
                yield true;
            }
            case EXECUTE -> {
                findings.undecided(PREPARED);
                rest();
                yield true;
            }
            default -> false;
        };
    }

    /** What stands behind a prefix is a statement of its own. */
    private boolean again() {
        if (lexer.kind == TokenKind.WORD && frames.state() == State.QUERY) {
            switch (lexer.keyword) {
                case CREATE, REFRESH -> query.definitions().verb();
                case DECLARE -> declare();
                default -> {}
            }
        }
        return true;
    }

    private boolean postgres() {
        return switch (lexer.keyword) {
            case END -> effect(SqlOperation.COMMIT);
            case ABORT -> effect(SqlOperation.ROLLBACK);
            case RESET, DISCARD -> effect(SqlOperation.SET);
            case MOVE -> effect(SqlOperation.SELECT);
            case LISTEN, UNLISTEN, NOTIFY, CHECKPOINT -> effect(SqlOperation.OTHER);
            case LOAD -> {
                findings.undecided("a library, whose code runs in the server");
                rest();
                yield true;
            }
            case DO -> {
                scanner.runsText("a block of code");
                rest();
                yield true;
            }
            case COPY -> {
                query.copy().start();
                yield true;
            }
            case RETURN -> {
                if (!scanner.nested) {
                    yield false;
                }
                findings.effect(SqlOperation.SELECT);
                lexer.advance();
                frames.state(State.EXPRESSION);
                yield true;
            }
            case PREPARE -> prepare();
            case DECLARE -> declare();
            case LOCK -> {
                findings.effect(SqlOperation.LOCK);
                lexer.advance();
                if (lexer.is(Keyword.TABLE)) {
                    lexer.advance();
                }
                query.definitions().names(Access.WRITE);
                yield true;
            }
            default -> false;
        };
    }

    /** {@code PREPARE name (types) AS statement}, {@code PREPARE TRANSACTION}. */
    private boolean prepare() {
        lexer.advance();
        if (lexer.is(Keyword.TRANSACTION) && lexer.nextKind == TokenKind.STRING) {
            return effect(SqlOperation.COMMIT);
        }
        if (lexer.isName()) {
            scanner.reader.part();
        }
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        if (!lexer.skip(Keyword.AS)) {
            scanner.surprise("a statement to prepare was expected");
        }
        return true;
    }

    /** {@code DECLARE name ... CURSOR ... FOR query}. */
    private boolean declare() {
        lexer.advance();
        if (lexer.isName()) {
            scanner.reader.part();
        }
        while (lexer.kind == TokenKind.WORD && !lexer.is(Keyword.FOR)) {
            lexer.advance();
        }
        if (!lexer.skip(Keyword.FOR)) {
            scanner.surprise("the query of a cursor was expected");
        }
        return true;
    }
}
