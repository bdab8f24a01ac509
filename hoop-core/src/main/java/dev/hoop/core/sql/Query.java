package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;
import org.jspecify.annotations.Nullable;

/** The clauses of queries and of changes of data. Confined to one scan. */
final class Query {

    private final Scanner scanner;
    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;
    private final Tables tables;
    private final With with;
    private final Changes changes;
    private final Copy copy;
    private final Expressions expressions;

    /** Made where it is first needed, as most statements define nothing. */
    private @Nullable Definitions definitions;

    Query(Scanner scanner) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.findings = scanner.findings;
        this.tables = new Tables(scanner, this);
        this.with = new With(scanner, this);
        this.changes = new Changes(scanner, this);
        this.copy = new Copy(scanner);
        this.expressions = new Expressions(scanner, this);
    }

    /** Forgets the statement before. */
    void clear() {
        with.clear();
        if (definitions != null) {
            definitions.clear();
        }
    }

    With with() {
        return with;
    }

    Changes changes() {
        return changes;
    }

    Definitions definitions() {
        Definitions known = definitions;
        if (known == null) {
            known = new Definitions(scanner, this);
            definitions = known;
        }
        return known;
    }

    Copy copy() {
        return copy;
    }

    /** Reads the word or name at the current token. False, without a step, when it starts another statement. */
    boolean word() {
        switch (frames.state()) {
            case PAREN -> paren();
            case BODY -> body();
            case TABLES -> {
                if (startsQuery() || (scanner.isMsSql() && startsChange())) {
                    begin();
                } else {
                    tables.table();
                }
            }
            case QUERY -> query();
            case TABLE -> tables.table();
            case TABLE_TAIL -> {
                if (TransactSql.startsStatement(scanner)) {
                    return false;
                }
                tables.tail();
            }
            case EXPRESSION, JOIN_CONDITION -> {
                if (TransactSql.startsStatement(scanner)) {
                    return false;
                }
                expression();
            }
            case WITH_TAIL, WITH_COLUMNS -> with.word();
            case INSERT_TAIL -> changes.insertTail();
            case COPY_TAIL -> copy.word();
            case DEFINITION -> {
                if (TransactSql.startsStatement(scanner)) {
                    return false;
                }
                definitions().word();
            }
        }
        return true;
    }

    private void paren() {
        if (startsQuery() || (!frames.has(Frames.ARGUMENTS) && isUnmistakableChange())) {
            begin();
        } else {
            frames.state(State.EXPRESSION);
            expression();
        }
    }

    private void body() {
        if (startsQuery() || startsChange()) {
            begin();
        } else {
            scanner.surprise("a statement in WITH that is not known");
        }
    }

    private void query() {
        if (startsQuery() || startsChange()) {
            begin();
        } else if (lexer.is(Keyword.ALL) || lexer.is(Keyword.DISTINCT)) {
            lexer.advance();
        } else if (lexer.is(Keyword.EXECUTE)) {
            findings.undecided("a prepared statement, which was named elsewhere");
            lexer.advance();
            frames.state(State.DEFINITION);
        } else {
            scanner.surprise("a query was expected");
        }
    }

    boolean startsQuery() {
        return switch (lexer.keyword) {
            case SELECT, WITH -> lexer.nextKind != TokenKind.OPERATOR || lexer.text.charAt(lexer.nextStart) != '=';
            case VALUES -> lexer.nextKind == TokenKind.OPEN || scanner.isMySql();
            case TABLE -> !scanner.isMsSql();
            default -> false;
        };
    }

    boolean startsChange() {
        return switch (lexer.keyword) {
            case INSERT, UPDATE, DELETE, MERGE -> true;
            case REPLACE -> scanner.isMySql();
            default -> false;
        };
    }

    /** A change of data where none belongs: read as one all the same, lest it be missed. */
    private boolean isUnmistakableChange() {
        return switch (lexer.keyword) {
            case INSERT, MERGE -> lexer.nextKeyword == Keyword.INTO;
            case DELETE -> lexer.nextKeyword == Keyword.FROM;
            default -> false;
        };
    }

    /** Begins the query or change of data at the current token. */
    void begin() {
        switch (lexer.keyword) {
            case SELECT -> {
                findings.effect(SqlOperation.SELECT);
                frames.state(State.EXPRESSION);
                frames.add(Frames.QUERY);
                frames.remove(Frames.WRITES);
                lexer.advance();
            }
            case WITH -> with.start();
            case VALUES -> {
                if (!frames.has(Frames.INSERT | Frames.ROWS)) {
                    findings.effect(SqlOperation.SELECT);
                }
                frames.state(State.EXPRESSION);
                frames.add(Frames.QUERY);
                lexer.advance();
            }
            case TABLE -> {
                findings.effect(SqlOperation.SELECT);
                frames.state(State.TABLE);
                frames.add(Frames.QUERY);
                frames.remove(Frames.WRITES);
                lexer.advance();
            }
            default -> changes.begin();
        }
    }

    /** A word of an expression, or the next clause behind it. */
    void expression() {
        expressions.word();
    }

    /** Takes the current keyword for one of a clause; false, without a step, when it is not. */
    boolean clause() {
        switch (lexer.keyword) {
            case FROM -> {
                boolean comparison = lexer.prevKeyword == Keyword.DISTINCT
                        && (lexer.prev2Keyword == Keyword.IS || lexer.prev2Keyword == Keyword.NOT);
                if (!frames.has(Frames.QUERY) || comparison) {
                    return false;
                }
                frames.remove(Frames.WRITES | Frames.GROUPING);
                frames.state(State.TABLE);
            }
            case INTO -> {
                return frames.has(Frames.QUERY) && changes.into();
            }
            case WHERE, HAVING, WINDOW, ORDER, LIMIT, OFFSET, FETCH, RETURNING -> {
                frames.remove(Frames.GROUPING | Frames.WRITES);
                frames.state(State.EXPRESSION);
            }
            case GROUP -> {
                if (lexer.nextKeyword != Keyword.BY) {
                    return false;
                }
                frames.add(Frames.GROUPING);
                frames.state(State.EXPRESSION);
            }
            case UNION, INTERSECT, EXCEPT -> frames.state(State.QUERY);
            case FOR -> {
                return locks();
            }
            case LOCK -> {
                if (!scanner.isMySql() || lexer.nextKeyword != Keyword.IN) {
                    return false;
                }
                findings.effect(SqlOperation.LOCK);
            }
            case JOIN, CROSS, NATURAL, APPLY, USING, ON -> {
                return on() || tables.join();
            }
            case SET -> {
                if (!changes.isAssignment()) {
                    return false;
                }
                frames.remove(Frames.WRITES);
                frames.state(State.EXPRESSION);
            }
            case THEN, WHEN -> {
                return changes.mergeBranch();
            }
            case DO -> {
                if (!frames.has(Frames.INSERT) || lexer.nextKeyword != Keyword.UPDATE) {
                    return false;
                }
                findings.effect(SqlOperation.UPDATE);
                lexer.advance();
            }
            case OPERATOR -> {
                if (lexer.nextKind != TokenKind.OPEN) {
                    return false;
                }
            }
            case CREATE, GRANT -> {
                return definitions().schemaElement();
            }
            case SELECT -> {
                boolean option = scanner.definesTable && lexer.nextKind == TokenKind.STRING;
                if (!option && !expressions.isBareLabel()) {
                    scanner.surprise("a query in an unexpected place");
                }
            }
            default -> {
                return false;
            }
        }
        lexer.advance();
        return true;
    }

    /** {@code ON CONFLICT}, {@code ON DUPLICATE KEY UPDATE}. */
    private boolean on() {
        if (!lexer.is(Keyword.ON) || !frames.has(Frames.INSERT) || frames.joins() > 0) {
            return false;
        }
        if (lexer.nextKeyword == Keyword.CONFLICT) {
            lexer.advance();
            lexer.advance();
            frames.state(State.EXPRESSION);
            return true;
        }
        if (scanner.isMySql() && lexer.nextKeyword == Keyword.DUPLICATE) {
            findings.effect(SqlOperation.UPDATE);
            lexer.advance();
            frames.state(State.EXPRESSION);
            return true;
        }
        return false;
    }

    /** {@code FOR UPDATE}, {@code FOR NO KEY UPDATE}, {@code FOR SHARE}, {@code FOR KEY SHARE}. */
    private boolean locks() {
        if (!frames.has(Frames.QUERY) && !frames.has(Frames.LOCKABLE)) {
            return false;
        }
        switch (lexer.nextKeyword) {
            case UPDATE, SHARE, NO, KEY -> {
                findings.effect(SqlOperation.LOCK);
                do {
                    lexer.advance();
                } while (lexer.is(Keyword.UPDATE)
                        || lexer.is(Keyword.SHARE)
                        || lexer.is(Keyword.NO)
                        || lexer.is(Keyword.KEY));
                if (lexer.skip(Keyword.OF)) {
                    while (scanner.reader.read() && lexer.kind == TokenKind.COMMA) {
                        lexer.advance();
                    }
                }
                frames.state(State.EXPRESSION);
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    void comma() {
        switch (frames.state()) {
            case TABLE_TAIL, JOIN_CONDITION -> {
                frames.state(State.TABLE);
                lexer.advance();
            }
            case WITH_TAIL -> {
                lexer.advance();
                with.name();
            }
            case TABLE, TABLES, QUERY, BODY -> {
                scanner.surprise("a comma in an unexpected place");
                lexer.advance();
            }
            default -> lexer.advance();
        }
    }

    /** A token that is no word, name, comma or parenthesis. */
    void other() {
        switch (frames.state()) {
            case PAREN -> frames.state(State.EXPRESSION);
            case TABLE, TABLES -> {
                if (lexer.kind == TokenKind.VARIABLE && scanner.isMsSql()) {
                    frames.state(State.TABLE_TAIL);
                } else {
                    scanner.surprise("a table was expected");
                }
            }
            case QUERY, BODY -> scanner.surprise("a query was expected");
            case TABLE_TAIL, INSERT_TAIL -> {
                if (scanner.isPostgres() && lexer.kind != TokenKind.DOT) {
                    scanner.surprise("an unexpected token behind a table");
                }
            }
            default -> {}
        }
        lexer.advance();
    }

    /** Records a read of the relation whose name was read last. */
    void reads() {
        scanner.relation(Access.READ);
    }
}
