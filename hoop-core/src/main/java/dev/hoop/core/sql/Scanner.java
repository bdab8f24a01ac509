package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/**
 * One pass over one text. A loop over tokens with an explicit stack of open parentheses: what a token means depends on the
 * {@link State} of the innermost one. The parts that know the commands share what this object holds. Used once.
 */
final class Scanner {

    static final String TOO_MANY_RELATIONS = "more relations than are looked at";

    final Lexer lexer;
    final SqlDialect dialect;
    final Frames frames = new Frames();
    final Findings findings = new Findings();
    final WithNames withNames = new WithNames();
    final Names names;
    final NameReader reader;
    final Calls calls;
    final Targets targets;

    final Bodies bodies;

    private final FunctionCatalog functions;
    private final Query query;
    private final Commands commands;

    /** Semicolons inside parentheses belong to the statement: the actions of a rule. */
    boolean innerSemicolons;

    /** Nothing of what is left of the statement runs now: it is a definition, or no more than names. */
    boolean inert;

    /** The statement defines or alters a table: {@code REFERENCES} and {@code LIKE} name others. */
    boolean definesTable;

    /** The text stands within another one. */
    final boolean nested;

    /** The statement defines a routine whose body reaches to the end of the text. */
    boolean routine;

    /** The statement runs a text that it holds as a literal. */
    private boolean runsText;

    private boolean merges;

    /** The statement's end is not that of its text: everything to the end of the text belongs to it. */
    private boolean lost;

    Scanner(Lexer lexer, SqlDialect dialect, FunctionCatalog functions) {
        this(lexer, dialect, functions, false);
    }

    private Scanner(Lexer lexer, SqlDialect dialect, FunctionCatalog functions, boolean nested) {
        this.functions = functions;
        this.nested = nested;
        this.lexer = lexer;
        this.dialect = dialect;
        this.names = new Names(dialect);
        this.reader = new NameReader(lexer, names);
        this.calls = new Calls(lexer, frames, findings, functions, names);
        this.targets = new Targets(this);
        this.bodies = new Bodies(this);
        this.query = new Query(this);
        this.commands = new Commands(this, query);
    }

    /** The scan of a text within this one. */
    Scanner within(Lexer inside) {
        return new Scanner(inside, dialect, functions, true);
    }

    boolean isPostgres() {
        return dialect == SqlDialect.POSTGRES;
    }

    boolean isMySql() {
        return dialect == SqlDialect.MYSQL;
    }

    boolean isMsSql() {
        return dialect == SqlDialect.MSSQL;
    }

    SqlClassification run() {
        while (true) {
            while (lexer.kind == TokenKind.SEMICOLON) {
                lexer.advance();
            }
            if (lexer.kind == TokenKind.END) {
                return findings.result(lexer.metBackslashes());
            }
            statement();
        }
    }

    private void statement() {
        boolean room = findings.hasRoom();
        findings.begin(lexer.start);
        frames.reset(State.QUERY);
        withNames.keep(0);
        targets.clear();
        query.clear();
        innerSemicolons = false;
        inert = false;
        definesTable = false;
        bodies.clear();
        routine = false;
        runsText = false;
        merges = false;
        lost = false;
        int from = lexer.start;
        if (room) {
            commands.start();
            body();
        } else {
            lose("more statements than are looked at");
        }
        targets.settle();
        bodies.settle(lexer.prevEnd);
        if (lost) {
            findings.effects(VerbSweep.effects(lexer.text, from, lexer.text.length()));
            findings.end(lexer.text.length());
            lexer.toEnd();
        } else {
            if (merges && !findings.changesRows()) {
                findings.effect(SqlOperation.UPDATE);
            }
            if (findings.isUnreadable() || runsText) {
                findings.effects(VerbSweep.effects(lexer.text, from, lexer.prevEnd));
            }
            findings.end(lexer.prevEnd);
        }
    }

    /** Advances to a keyword outside parentheses; false at the end of the statement. */
    boolean skipTo(Keyword wanted) {
        while (!lexer.is(wanted)) {
            switch (lexer.kind) {
                case END, BROKEN, SEMICOLON, CLOSE -> {
                    return false;
                }
                case OPEN -> lexer.skipParentheses();
                case DOT -> {
                    lexer.advance();
                    if (lexer.isName()) {
                        lexer.advanceAsName();
                    }
                }
                default -> lexer.advance();
            }
        }
        return true;
    }

    /** The rest of the text belongs to this statement, which is unknown. */
    void lose(String reason) {
        findings.unreadable(reason);
        lost = true;
    }

    /** The statement cannot be followed from here on, but its end can. */
    void surprise(String reason) {
        findings.unreadable(reason);
        frames.state(State.EXPRESSION);
    }

    /** What the statement does is in a text that the server reads when it runs; fixed words. */
    void runsText(String reason) {
        findings.undecided(reason);
        runsText = true;
    }

    /** The statement defines a routine, whose body reaches to the end of the text and is not followed. */
    void routine() {
        routine = true;
        runsText("the body of a routine");
    }

    /** The statement is a {@code MERGE}, whose effects are those of its branches. */
    void merges() {
        merges = true;
    }

    private void body() {
        while (!lost) {
            switch (lexer.kind) {
                case END -> {
                    finish();
                    return;
                }
                case SEMICOLON -> {
                    if (frames.depth() == 0 && !routine) {
                        finish();
                        return;
                    }
                    innerSemicolon();
                }
                case BROKEN -> lose(lexer.problem);
                case OPEN -> open();
                case CLOSE -> close();
                case OPEN_BRACKET -> openBracket();
                case CLOSE_BRACKET -> closeBracket();
                case COMMA -> query.comma();
                case WORD, QUOTED -> {
                    if (!query.word()) {
                        finish();
                        return;
                    }
                }
                default -> query.other();
            }
        }
    }

    /** A semicolon that does not end the statement: in the actions of a rule, or in the body of a routine. */
    private void innerSemicolon() {
        boolean body = frames.depth() == 0 && (isMsSql() || lexer.nextKind == TokenKind.END);
        if (body || (frames.depth() > 0 && innerSemicolons)) {
            lexer.advance();
        } else {
            lose(frames.depth() == 0 ? "the body of a routine" : "a semicolon inside parentheses");
        }
    }

    private void finish() {
        if (frames.depth() > 0) {
            lose("parentheses that are not closed");
        } else if (!isComplete()) {
            findings.unreadable("a statement that ends too early");
        }
    }

    private boolean isComplete() {
        return switch (frames.state()) {
            case EXPRESSION, TABLE_TAIL, JOIN_CONDITION, DEFINITION, INSERT_TAIL, COPY_TAIL -> true;
            default -> false;
        };
    }

    /** Opens the parenthesis or bracket at the current token. */
    void push(State state, int flags) {
        if (frames.push(state, flags, withNames.count())) {
            lexer.advance();
        } else {
            lose("parentheses nested deeper than is followed");
        }
    }

    private void open() {
        int inherited = frames.has(Frames.NO_CALLS) ? Frames.NO_CALLS : 0;
        switch (frames.state()) {
            case PAREN, BODY -> {
                frames.state(State.EXPRESSION);
                if (!frames.has(Frames.NOT_LOCKABLE)) {
                    frames.add(Frames.FIRST);
                }
                push(State.PAREN, inherited | rows());
            }
            case QUERY, WITH_TAIL -> {
                frames.state(State.EXPRESSION);
                frames.add(Frames.QUERY);
                push(State.PAREN, inherited | rows());
            }
            case TABLE, TABLES -> {
                int writes = frames.has(Frames.WRITES) ? Frames.WRITES : 0;
                if (frames.state() == State.TABLES) {
                    frames.add(Frames.FIRST);
                }
                frames.state(State.TABLE_TAIL);
                push(State.TABLES, inherited | writes);
            }
            case INSERT_TAIL -> push(State.PAREN, inherited | Frames.ROWS);
            case TABLE_TAIL -> push(State.EXPRESSION, frames.has(Frames.SAMPLE) ? inherited : Frames.NO_CALLS);
            case DEFINITION -> push(inert ? State.DEFINITION : behindDefinition(), inherited | Frames.NO_CALLS);
            case COPY_TAIL -> push(State.EXPRESSION, inherited | Frames.NO_CALLS);
            case EXPRESSION, JOIN_CONDITION -> {
                int opened = openedBy();
                push(definesTable ? behindDefinition() : State.PAREN, inherited | opened);
                if ((opened & Frames.OPERATOR) != 0) {
                    operatorsSchema();
                }
            }
            case WITH_COLUMNS -> {
                findings.unreadable("a parenthesis in an unexpected place");
                push(State.EXPRESSION, inherited);
            }
        }
    }

    /** In {@code OPTIONS (name 'value', ...)} the names may be any words, and no query. */
    private State behindDefinition() {
        return isPostgres() && lexer.prevSpells("options") ? State.EXPRESSION : State.PAREN;
    }

    /** What stands before a dot in {@code OPERATOR(a.b.+)} is a schema, and a dot behind it makes no call of it. */
    private void operatorsSchema() {
        while (lexer.isName() && lexer.nextKind == TokenKind.DOT) {
            lexer.advanceAsName();
            lexer.advance();
            frames.state(State.EXPRESSION);
        }
    }

    /** Whether {@code VALUES} in the parenthesis would be the rows of an {@code INSERT}, and no query. */
    private int rows() {
        return frames.has(Frames.INSERT | Frames.ROWS) ? Frames.ROWS : 0;
    }

    /** What the word before a parenthesis makes of it. */
    private int openedBy() {
        if (lexer.prevKind != TokenKind.WORD || lexer.prev2Kind == TokenKind.DOT) {
            return lexer.prevKind == TokenKind.WORD || lexer.prevKind == TokenKind.QUOTED ? Frames.ARGUMENTS : 0;
        }
        return switch (lexer.prevKeyword) {
            case OPERATOR -> Frames.OPERATOR;
            case TREAT -> Frames.TREAT | Frames.ARGUMENTS;
            case SUBSTRING, OVERLAY -> Frames.NOT_LOCKABLE | Frames.ARGUMENTS;
            case SETS -> lexer.prev2Keyword == Keyword.GROUPING ? Frames.GROUPING : Frames.ARGUMENTS;
            case ON ->
                lexer.prev2Keyword == Keyword.DISTINCT ? Frames.DISTINCT_ON | Frames.ARGUMENTS : Frames.ARGUMENTS;
            case IN, EXISTS, ALL -> 0;
            default -> Frames.ARGUMENTS;
        };
    }

    private void close() {
        if (frames.depth() == 0 || frames.has(Frames.BRACKET)) {
            lose("a parenthesis that closes nothing");
            return;
        }
        boolean operator = frames.has(Frames.OPERATOR);
        if (operator && lexer.prevKind != TokenKind.OPERATOR && lexer.prevKind != TokenKind.STAR) {
            findings.effect(SqlOperation.CALL);
            operator = false;
        }
        boolean noOperand = operator || frames.has(Frames.DISTINCT_ON);
        boolean query = frames.has(Frames.QUERY) || frames.has(Frames.LOCKABLE);
        leave();
        if (frames.has(Frames.FIRST)) {
            frames.remove(Frames.FIRST);
            if (query) {
                frames.add(Frames.LOCKABLE);
            }
        }
        lexer.advance();
        if (noOperand) {
            lexer.prevKind = TokenKind.OPERATOR;
        }
    }

    private void leave() {
        switch (frames.state()) {
            case TABLE, TABLES, QUERY, WITH_TAIL, WITH_COLUMNS, BODY ->
                findings.unreadable("a parenthesis that closes too early");
            default -> {}
        }
        boolean named = frames.has(Frames.NAMED);
        withNames.keep(frames.scope());
        frames.pop();
        if (named) {
            query.with().nameIsVisible();
        }
    }

    private void openBracket() {
        State inside = inert && frames.state() == State.DEFINITION ? State.DEFINITION : State.EXPRESSION;
        push(inside, Frames.BRACKET | (frames.has(Frames.NO_CALLS) ? Frames.NO_CALLS : 0));
    }

    private void closeBracket() {
        if (frames.depth() == 0 || !frames.has(Frames.BRACKET)) {
            lose("a bracket that closes nothing");
            return;
        }
        leave();
        lexer.advance();
    }

    /** Records the relation whose name was read last; a read of a name of {@code WITH} is none. */
    void relation(Access access) {
        if (access == Access.READ && !reader.isQualified() && withNames.has(reader.name(), reader.isQuoted(), names)) {
            return;
        }
        if (!findings.relation(reader.relation(access))) {
            lose(TOO_MANY_RELATIONS);
        }
    }
}
