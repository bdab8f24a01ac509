package dev.hoop.core.sql;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says of a name in an expression whether a function of that name is called, and what that does. Confined to one scan. */
final class Calls {

    private static final String RUNS_A_TEXT = "a function whose effect is decided at run time";

    /** {@code second(3)} belongs to the type of an interval behind one of these and {@code TO}. */
    private static final Set<String> INTERVAL_FIELDS = Set.of("day", "hour", "minute");

    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;
    private final FunctionCatalog catalog;
    private final Names names;

    Calls(Lexer lexer, Frames frames, Findings findings, FunctionCatalog catalog, Names names) {
        this.lexer = lexer;
        this.frames = frames;
        this.findings = findings;
        this.catalog = catalog;
        this.names = names;
    }

    /** The current token is a name before a parenthesis in an expression. */
    void beforeParenthesis() {
        boolean qualified = lexer.prevKind == TokenKind.DOT;
        FunctionCatalog.Entry entry = current();
        if (entry == null) {
            unknownFunction();
        } else if (qualified || lexer.kind == TokenKind.QUOTED) {
            if (!entry.isFunction() || (!entry.hasEffect() && qualified && !isServersOwn())) {
                unknownFunction();
            } else {
                apply(entry);
            }
        } else if (!isSyntax(entry)) {
            if (entry.isFunction()) {
                apply(entry);
            } else {
                unknownFunction();
            }
        }
    }

    /**
     * The current token is a name behind a dot: PostgreSQL takes {@code (x).f} for {@code f(x)}
     * when there is no such column.
     */
    void byAttribute() {
        boolean ofValue = endsValue(lexer.prev2Kind);
        if (!ofValue && frames.has(Frames.NO_CALLS)) {
            return;
        }
        FunctionCatalog.Entry entry = current();
        if (entry != null && entry.isFunction() && entry.hasEffect()) {
            apply(entry);
        } else if (ofValue && (entry == null || !entry.isFunction())) {
            unknownFunction();
        }
    }

    /** Whether what a dot follows is no name but a value. */
    static boolean endsValue(TokenKind kind) {
        return kind == TokenKind.CLOSE || kind == TokenKind.CLOSE_BRACKET || kind == TokenKind.PARAMETER;
    }

    /** The current token is a name before a parenthesis in a place where most such names are no functions. */
    void knownOnly() {
        FunctionCatalog.Entry entry = current();
        if (entry != null && entry.isFunction() && entry.hasEffect()) {
            apply(entry);
        }
    }

    /** A name that an escape clause follows was read, and a parenthesis stands behind it or a dot before it. */
    void named(String name, boolean beforeParenthesis) {
        FunctionCatalog.Entry entry = exactly(name);
        if (entry != null && entry.hasEffect()) {
            apply(entry);
        } else if (beforeParenthesis) {
            unknownFunction();
        }
    }

    /** A name was read where a table was expected, and a parenthesis follows. */
    void ofTable(NameReader reader, boolean quoted) {
        String name = reader.name();
        FunctionCatalog.Entry entry = exactly(name);
        if (entry == null) {
            unknownFunction();
        } else if (entry.isFunction()) {
            if (entry.hasEffect() || reader.schema().map(Calls::isServersOwn).orElse(true)) {
                apply(entry);
            } else {
                unknownFunction();
            }
        } else if (quoted || reader.isQualified() || !entry.isSyntax()) {
            unknownFunction();
        }
    }

    private void unknownFunction() {
        if (!frames.has(Frames.NO_CALLS)) {
            findings.effect(SqlOperation.CALL);
        }
    }

    private void apply(FunctionCatalog.Entry entry) {
        findings.effects(entry.effects());
        if (entry.isUnknown()) {
            findings.undecided(RUNS_A_TEXT);
        }
    }

    private FunctionCatalog.@Nullable Entry current() {
        if (lexer.kind == TokenKind.WORD) {
            return catalog.find(lexer.text, lexer.start, lexer.end, lexer.hash);
        }
        String name = names.decode(lexer.text, lexer.kind, lexer.start, lexer.end, '\\');
        return exactly(name);
    }

    /** What is known of a name that was spelled like this, in quotes or folded. */
    private FunctionCatalog.@Nullable Entry exactly(String name) {
        FunctionCatalog.Entry entry = catalog.find(name);
        return entry != null && names.same(name, Names.lower(name)) ? entry : null;
    }

    /** Whether the schema in front of the current token is the server's own. */
    private boolean isServersOwn() {
        if (lexer.prev2Kind != TokenKind.WORD && lexer.prev2Kind != TokenKind.QUOTED) {
            return false;
        }
        String schema = names.decode(lexer.text, lexer.prev2Kind, lexer.prev2Start, lexer.prev2End, '\\');
        return isServersOwn(schema);
    }

    private static boolean isServersOwn(String schema) {
        return schema.equals("pg_catalog") || schema.equalsIgnoreCase("sys");
    }

    private boolean isSyntax(FunctionCatalog.Entry entry) {
        if (entry.isSyntax()) {
            return true;
        }
        if ((entry.isInfix() && isBehindOperand()) || (entry.isClosed() && lexer.prevKind == TokenKind.CLOSE)) {
            return true;
        }
        if (lexer.is(Keyword.CUBE) || lexer.is(Keyword.ROLLUP)) {
            return frames.has(Frames.GROUPING)
                    && (lexer.prevKind == TokenKind.COMMA
                            || lexer.prevKind == TokenKind.OPEN
                            || lexer.prevKeyword == Keyword.BY
                            || lexer.prevKeyword == Keyword.DISTINCT
                            || lexer.prevKeyword == Keyword.ALL);
        }
        if (entry.behind().isEmpty()) {
            return false;
        }
        if (lexer.prevKind == TokenKind.OPEN) {
            return lexer.prev2Kind == TokenKind.WORD && isOneOf(entry.behind(), lexer.prev2Start, lexer.prev2End);
        }
        if (lexer.prevKind != TokenKind.WORD || lexer.prev2Kind == TokenKind.DOT) {
            return false;
        }
        if (lexer.prevKeyword == Keyword.TO) {
            return lexer.prev2Kind == TokenKind.WORD && isOneOf(INTERVAL_FIELDS, lexer.prev2Start, lexer.prev2End);
        }
        return isOneOf(entry.behind(), lexer.prevStart, lexer.prevEnd);
    }

    private boolean isOneOf(Set<String> words, int start, int end) {
        return words.contains(Names.lower(lexer.text.substring(start, end)));
    }

    private boolean isBehindOperand() {
        if (lexer.prevKeyword == Keyword.NOT && lexer.prev2Kind != TokenKind.DOT) {
            return isOperand(lexer.prev2Kind, lexer.prev2Keyword, lexer.prev2Start, lexer.prev2End);
        }
        return (lexer.prevKind == TokenKind.WORD && lexer.prev2Kind == TokenKind.DOT)
                || isOperand(lexer.prevKind, lexer.prevKeyword, lexer.prevStart, lexer.prevEnd);
    }

    /** Whether a token can be the last of an operand. */
    private boolean isOperand(TokenKind kind, Keyword keyword, int start, int end) {
        return switch (kind) {
            case STRING, NUMBER, PARAMETER, VARIABLE, CLOSE, CLOSE_BRACKET, QUOTED -> true;
            case WORD -> {
                FunctionCatalog.Entry entry = catalog.find(lexer.text.substring(start, end));
                yield keyword != Keyword.BY && (entry == null || !entry.isOperator());
            }
            default -> false;
        };
    }
}
