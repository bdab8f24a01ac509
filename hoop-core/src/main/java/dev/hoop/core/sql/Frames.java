package dev.hoop.core.sql;

import java.util.Arrays;

/** The parentheses that are open at a place of a statement, the statement itself at the bottom. Confined to one scan. */
final class Frames {

    /** How deep parentheses are followed. */
    static final int MAX_DEPTH = 1000;

    /** What is expected next. */
    enum State {
        /** A parenthesis in an expression was opened: a query or an expression. */
        PAREN,
        /** A parenthesis that holds a whole statement was opened: any query or change of data. */
        BODY,
        /** A parenthesis among tables was opened: a query or tables. */
        TABLES,
        /** A query must follow. */
        QUERY,
        /** An expression, or the clauses of a query behind its tables. */
        EXPRESSION,
        /** A table. */
        TABLE,
        /** What follows a table: an alias, a join, the next clause. */
        TABLE_TAIL,
        /** A condition of a join. */
        JOIN_CONDITION,
        /** What follows a named query in {@code WITH}. */
        WITH_TAIL,
        /** The columns of {@code SEARCH} and {@code CYCLE} in {@code WITH}. */
        WITH_COLUMNS,
        /** What follows the table of an {@code INSERT}. */
        INSERT_TAIL,
        /** What follows the table or query of a {@code COPY}. */
        COPY_TAIL,
        /** A definition: read only for what it runs. */
        DEFINITION
    }

    /** It is a query or a change of data, so that clauses count in it. */
    static final int QUERY = 1;
    /** The next table is written. */
    static final int WRITES = 1 << 1;

    static final int INSERT = 1 << 2;
    static final int UPDATE = 1 << 3;
    static final int DELETE = 1 << 4;
    static final int MERGE = 1 << 5;
    /** Names before a parenthesis are types, options or columns: only known functions count. */
    static final int NO_CALLS = 1 << 6;
    /** The next join has no condition. */
    static final int CROSS = 1 << 7;
    /** It began with a query in parentheses, which locks may follow. */
    static final int LOCKABLE = 1 << 8;
    /** Nothing but the first parenthesis in it was seen. */
    static final int FIRST = 1 << 16;
    /** {@code OPERATOR(...)}. */
    static final int OPERATOR = 1 << 9;
    /** {@code TREAT(...)}, whose type is a function. */
    static final int TREAT = 1 << 10;
    /** In {@code GROUP BY}. */
    static final int GROUPING = 1 << 11;
    /** The arguments of a function. */
    static final int ARGUMENTS = 1 << 12;
    /** {@code AS} is followed by a query. */
    static final int AS_QUERY = 1 << 13;
    /** A subscript. */
    static final int BRACKET = 1 << 14;
    /** {@code TABLESAMPLE}, whose arguments are expressions. */
    static final int SAMPLE = 1 << 17;
    /** The query of a name in {@code WITH}. */
    static final int NAMED = 1 << 18;
    /** {@code FOR} in it belongs to a function. */
    static final int NOT_LOCKABLE = 1 << 19;
    /** {@code VALUES} in it are the rows of an {@code INSERT}. */
    static final int ROWS = 1 << 20;
    /** {@code DISTINCT ON (...)}, behind which an operand may stand. */
    static final int DISTINCT_ON = 1 << 21;
    /** {@code WITH RECURSIVE}. */
    static final int RECURSIVE = 1 << 15;

    private State[] states = new State[8];
    private int[] flags = new int[8];
    private int[] joins = new int[8];
    private int[] scopes = new int[8];
    private int[] marks = new int[8];
    private int depth;

    void reset(State state) {
        depth = 0;
        set(state, 0, 0);
    }

    private void set(State state, int flags, int scope) {
        this.states[depth] = state;
        this.flags[depth] = flags;
        this.joins[depth] = 0;
        this.scopes[depth] = scope;
    }

    /** Opens a frame; false when it would be too deep. */
    boolean push(State state, int flags, int scope) {
        if (depth + 1 == MAX_DEPTH) {
            return false;
        }
        depth++;
        if (depth == states.length) {
            states = Arrays.copyOf(states, depth * 2);
            this.flags = Arrays.copyOf(this.flags, depth * 2);
            joins = Arrays.copyOf(joins, depth * 2);
            scopes = Arrays.copyOf(scopes, depth * 2);
            marks = Arrays.copyOf(marks, depth * 2);
        }
        set(state, flags, scope);
        return true;
    }

    void pop() {
        depth--;
    }

    int depth() {
        return depth;
    }

    State state() {
        return states[depth];
    }

    void state(State state) {
        states[depth] = state;
    }

    boolean has(int flag) {
        return (flags[depth] & flag) != 0;
    }

    /** Those of the flags that the current frame has. */
    int flags(int wanted) {
        return flags[depth] & wanted;
    }

    void add(int flag) {
        flags[depth] |= flag;
    }

    void remove(int flag) {
        flags[depth] &= ~flag;
    }

    /** How many joins wait for their condition. */
    int joins() {
        return joins[depth];
    }

    void joins(int count) {
        joins[depth] = Math.max(0, count);
    }

    /** How many relations were known where the frame's {@code WITH} began. */
    int mark() {
        return marks[depth];
    }

    void mark(int relations) {
        marks[depth] = relations;
    }

    /** How many names of {@code WITH} were visible when the frame was opened. */
    int scope() {
        return scopes[depth];
    }
}
