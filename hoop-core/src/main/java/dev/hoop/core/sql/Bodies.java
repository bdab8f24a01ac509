package dev.hoop.core.sql;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL keeps to run it later: the bodies of routines and the actions of rules. Whoever makes one makes what it does,
 * so its effects and relations are the statement's own. Confined to one scan.
 */
final class Bodies {

    private static final String OTHER_LANGUAGE = "a routine in a language that is not read";
    private static final String NESTED = "a definition within a definition";

    private final Scanner scanner;
    private final Lexer lexer;
    private @Nullable String language;
    private @Nullable String body;
    private boolean languageInDoubt;

    /** Where an expression that is the body, or the action of a rule, begins; -1 when there is none. */
    private int returned = -1;

    private int action = -1;

    Bodies(Scanner scanner) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
    }

    /** Forgets the statement before. */
    void clear() {
        language = null;
        body = null;
        languageInDoubt = false;
        returned = -1;
        action = -1;
    }

    /** Takes the current token for an option of a routine; false, without a step, when it is none that matters. */
    boolean option() {
        if (lexer.is(Keyword.AS) && lexer.nextKind == TokenKind.STRING) {
            lexer.advance();
            string();
            return true;
        }
        if (lexer.prevKind == TokenKind.CLOSE && lexer.spells("returns") && lexer.nextIsName()) {
            type();
            return true;
        }
        if (lexer.is(Keyword.RETURN)) {
            lexer.advance();
            if (returned < 0) {
                // What follows the first one reaches over the true one: a parameter or a value may have that name.
                returned = lexer.start;
            }
            return true;
        }
        if (lexer.spells("language")) {
            return language();
        }
        return false;
    }

    /** {@code RETURNS [SETOF] type}, right behind the parameters: the type may have the name of an option. */
    private void type() {
        lexer.advance();
        if (lexer.spells("setof") && lexer.nextIsName()) {
            lexer.advance();
        }
        scanner.reader.read();
    }

    /**
     * {@code LANGUAGE name}. The word may be a value, too, so that what follows it may be the next option: that is
     * looked at again.
     */
    private boolean language() {
        String name;
        switch (lexer.nextKind) {
            case STRING -> {
                lexer.advance();
                name = lexer.literal().orElse("");
                lexer.advance();
            }
            case QUOTED -> {
                lexer.advance();
                name = scanner.reader.part();
            }
            case WORD -> {
                if (lexer.nextKeyword == Keyword.AS) {
                    return false;
                }
                lexer.advance();
                name = scanner.names.decode(lexer.text, lexer.kind, lexer.start, lexer.end, '\\');
            }
            default -> {
                return false;
            }
        }
        // A second one may be the true one.
        languageInDoubt |= language != null && !language.equals(name);
        language = name;
        return true;
    }

    private void string() {
        StringBuilder all = new StringBuilder();
        while (lexer.kind == TokenKind.STRING) {
            Optional<String> part = lexer.literal();
            languageInDoubt |= part.isEmpty();
            part.ifPresent(all::append);
            lexer.advance();
            if (lexer.spells("uescape")) {
                languageInDoubt = true;
            }
        }
        languageInDoubt |= body != null;
        body = all.toString();
    }

    /** {@code BEGIN ATOMIC ... END}: its semicolons belong to the routine, and its {@code END} stands behind one of them. */
    void atomic() {
        lexer.advance();
        lexer.advance();
        int from = lexer.start;
        while (!(lexer.is(Keyword.END)
                && (lexer.prevKind == TokenKind.SEMICOLON || lexer.prevKeyword == Keyword.ATOMIC))) {
            if (lexer.kind == TokenKind.END || lexer.kind == TokenKind.BROKEN) {
                scanner.lose("a body that does not end");
                return;
            }
            lexer.advance();
        }
        within(lexer.text.substring(from, lexer.start), lexer::over);
        lexer.advance();
    }

    /** The current token is the one behind the table of a rule. */
    void rule() {
        if (lexer.is(Keyword.WHERE)) {
            lexer.advance();
            int from = lexer.start;
            if (!scanner.skipTo(Keyword.DO)) {
                return;
            }
            within("select " + lexer.text.substring(from, lexer.start), lexer::over);
        }
        if (lexer.skip(Keyword.DO)) {
            if (lexer.is(Keyword.INSTEAD) || lexer.spells("also")) {
                lexer.advance();
            }
            if (!lexer.spells("nothing")) {
                action = lexer.start;
            }
        }
    }

    /** The statement ends before {@code end}. */
    void settle(int end) {
        if (action >= 0 && action < end) {
            within(unwrapped(lexer.text.substring(action, end)), lexer::over);
        }
        // The server refuses both together only after it has read them.
        if (returned >= 0 && returned < end) {
            within("select " + lexer.text.substring(returned, end), lexer::over);
        }
        if (body != null) {
            body(body);
        }
    }

    private void body(String text) {
        if ("sql".equals(language) && !languageInDoubt) {
            within(text, lexer::over);
            if (text.indexOf('\\') >= 0) {
                // Whoever calls it may read backslashes otherwise.
                within(text, lexer::overWithOtherBackslashes);
            }
        } else {
            scanner.runsText(OTHER_LANGUAGE);
            scanner.findings.effects(VerbSweep.effects(text, 0, text.length()));
        }
    }

    /** Without the parentheses around all of it. */
    private String unwrapped(String actions) {
        if (!actions.startsWith("(")) {
            return actions;
        }
        Lexer inside = lexer.over(actions);
        inside.skipParentheses();
        boolean around = inside.kind == TokenKind.END && inside.prevKind == TokenKind.CLOSE && inside.prevStart > 0;
        return around ? actions.substring(1, inside.prevStart) : actions;
    }

    private void within(String text, LexerOf cut) {
        if (scanner.nested) {
            scanner.runsText(NESTED);
            scanner.findings.effects(VerbSweep.effects(text, 0, text.length()));
            return;
        }
        Scanner inner = scanner.within(cut.of(text));
        SqlClassification found = inner.run();
        lexer.addWork(inner.lexer.work());
        if (!found.statements().isEmpty()) {
            found.effects().forEach(word -> scanner.findings.effect(SqlOperation.ofWord(word)));
        }
        for (var relation : found.relations()) {
            if (!scanner.findings.relation(relation)) {
                scanner.lose(Scanner.TOO_MANY_RELATIONS);
                return;
            }
        }
        found.unknownReason().ifPresent(scanner.findings::undecided);
    }

    /** Cuts a text into tokens. */
    @FunctionalInterface
    private interface LexerOf {
        Lexer of(String text);
    }
}
