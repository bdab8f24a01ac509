package dev.hoop.core.sql;

import org.jspecify.annotations.Nullable;

/** Says of a name in an expression whether a function of that name is called, and what that does. Confined to one scan. */
final class Calls {

    private static final String RUNS_A_TEXT = "a function whose effect is decided at run time";

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
            if (!entry.function() || (!entry.hasEffect() && qualified && !isServersOwn())) {
                unknownFunction();
            } else {
                apply(entry);
            }
        } else if (!isSyntax(entry)) {
            if (entry.function()) {
                apply(entry);
            } else {
                unknownFunction();
            }
        }
    }

    /**
     * The current token is a name behind a dot or the type of a {@code TREAT}: PostgreSQL takes {@code (x).f} for {@code f(x)}
     * when there is no such column.
     */
    void byAttribute() {
        FunctionCatalog.Entry entry = current();
        if (entry != null && entry.function() && entry.hasEffect()) {
            apply(entry);
        } else if (lexer.prev2Kind == TokenKind.CLOSE || lexer.prev2Kind == TokenKind.CLOSE_BRACKET) {
            if (lexer.prevKind == TokenKind.DOT && (entry == null || !entry.function())) {
                unknownFunction();
            }
        }
    }

    /** The current token is a name before a parenthesis in a place where most such names are no functions. */
    void knownOnly() {
        FunctionCatalog.Entry entry = current();
        if (entry != null && entry.function() && entry.hasEffect()) {
            apply(entry);
        }
    }

    /** A name that an escape clause follows was read, and a parenthesis stands behind it or a dot before it. */
    void named(String name, boolean beforeParenthesis) {
        FunctionCatalog.Entry entry = catalog.find(name);
        if (entry != null && entry.hasEffect()) {
            apply(entry);
        } else if (beforeParenthesis) {
            unknownFunction();
        }
    }

    /** A name was read where a table was expected, and a parenthesis follows. */
    void ofTable(NameReader reader, boolean quoted) {
        String name = reader.name();
        FunctionCatalog.Entry entry = catalog.find(name);
        if (entry != null && !names.same(name, Names.lower(name))) {
            entry = null;
        }
        if (entry == null) {
            unknownFunction();
        } else if (entry.function()) {
            if (entry.hasEffect() || reader.schema().map(Calls::isServersOwn).orElse(true)) {
                apply(entry);
            } else {
                unknownFunction();
            }
        } else if (quoted || reader.isQualified() || !entry.syntax()) {
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
        if (entry.unknown()) {
            findings.undecided(RUNS_A_TEXT);
        }
    }

    private FunctionCatalog.@Nullable Entry current() {
        if (lexer.kind == TokenKind.WORD) {
            return catalog.find(lexer.text, lexer.start, lexer.end, lexer.hash);
        }
        String name = names.decode(lexer.text, lexer.kind, lexer.start, lexer.end, '\\');
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
        if (entry.syntax()) {
            return true;
        }
        if (entry.infix() && isBehindOperand()) {
            return true;
        }
        if (lexer.is(Keyword.CUBE) || lexer.is(Keyword.ROLLUP)) {
            return frames.has(Frames.GROUPING) || frames.outerHas(Frames.GROUPING);
        }
        if (lexer.prevKind != TokenKind.WORD || lexer.prev2Kind == TokenKind.DOT) {
            return false;
        }
        return !entry.behind().isEmpty()
                && entry.behind().contains(Names.lower(lexer.text.substring(lexer.prevStart, lexer.prevEnd)));
    }

    private boolean isBehindOperand() {
        return switch (lexer.prevKind) {
            case STRING, NUMBER, PARAMETER, VARIABLE, CLOSE, CLOSE_BRACKET, QUOTED -> true;
            case WORD ->
                lexer.prev2Kind == TokenKind.DOT
                        || (lexer.prevKeyword != Keyword.BY && !isSyntaxWord(lexer.prevStart, lexer.prevEnd));
            default -> false;
        };
    }

    private boolean isSyntaxWord(int start, int end) {
        FunctionCatalog.Entry entry = catalog.find(lexer.text.substring(start, end));
        return entry != null && entry.syntax();
    }
}
