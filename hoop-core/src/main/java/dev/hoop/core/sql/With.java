package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;
import java.util.ArrayDeque;
import java.util.Deque;

/** {@code WITH} and the names that it gives to queries. Confined to one scan. */
final class With {

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;
    /** The names whose queries are being read, the innermost first. */
    private final Deque<Pending> pending = new ArrayDeque<>(2);

    private record Pending(String name, boolean quoted) {}

    With(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
    }

    /** The current token is {@code WITH}. */
    void start() {
        lexer.advance();
        frames.remove(Frames.RECURSIVE);
        // A table may be named "recursive", but no name in WITH can: it is a keyword whatever follows
        if (lexer.is(Keyword.RECURSIVE)
                && (lexer.nextKind == TokenKind.WORD || lexer.nextKind == TokenKind.QUOTED)
                && lexer.nextKeyword != Keyword.AS) {
            frames.add(Frames.RECURSIVE);
            lexer.advance();
        }
        if (scanner.isMsSql()) {
            frames.add(Frames.RECURSIVE);
        }
        frames.mark(scanner.findings.relations());
        name();
    }

    /** Reads up to the parenthesis of the query that gets a name. */
    void name() {
        if (!lexer.isName()) {
            scanner.surprise("a name in WITH was expected");
            return;
        }
        Pending name = new Pending(scanner.reader.part(), scanner.reader.isQuoted());
        if (lexer.kind == TokenKind.OPEN && !columns()) {
            scanner.surprise("the columns of a name in WITH");
            return;
        }
        if (!lexer.skip(Keyword.AS)) {
            scanner.surprise("a query in WITH was expected");
            return;
        }
        lexer.skip(Keyword.NOT);
        lexer.skip(Keyword.MATERIALIZED);
        if (lexer.kind != TokenKind.OPEN) {
            scanner.surprise("a query in WITH was expected");
            return;
        }
        if (frames.has(Frames.RECURSIVE)) {
            see(name);
            scanner.findings.forget(name.name(), frames.mark());
        }
        pending.push(name);
        frames.state(State.WITH_TAIL);
        scanner.push(State.BODY, Frames.NAMED);
    }

    /** The query of the innermost name was read. */
    void nameIsVisible() {
        Pending name = pending.pop();
        if (!frames.has(Frames.RECURSIVE)) {
            see(name);
        }
    }

    /** Forgets the names of the statement before. */
    void clear() {
        pending.clear();
    }

    private void see(Pending name) {
        if (!scanner.withNames.add(name.name(), name.quoted())) {
            scanner.lose("more names in WITH than are looked at");
        }
    }

    private boolean columns() {
        lexer.advance();
        while (lexer.isName() || lexer.kind == TokenKind.COMMA) {
            lexer.advanceAsName();
        }
        if (lexer.kind != TokenKind.CLOSE) {
            return false;
        }
        lexer.advance();
        return true;
    }

    /** A word behind a named query: {@code SEARCH}, {@code CYCLE}, or the statement that uses the names. */
    void word() {
        if (frames.state() == State.WITH_COLUMNS) {
            boolean last = lexer.is(Keyword.SET);
            lexer.advanceAsName();
            if (last) {
                frames.state(State.WITH_TAIL);
                skipName();
            }
            return;
        }
        switch (lexer.keyword) {
            case SEARCH, CYCLE -> {
                frames.state(State.WITH_COLUMNS);
                lexer.advance();
            }
            case USING -> {
                lexer.advance();
                skipName();
            }
            default -> {
                if (query.startsQuery() || query.startsChange()) {
                    query.begin();
                } else {
                    lexer.advanceAsName();
                }
            }
        }
    }

    private void skipName() {
        if (lexer.isName()) {
            lexer.advanceAsName();
        }
    }
}
