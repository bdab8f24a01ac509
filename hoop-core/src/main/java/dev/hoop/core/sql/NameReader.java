package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Relation.Access;
import java.util.Optional;

/** Reads dotted names from the lexer. Confined to one scan. */
final class NameReader {

    private final Lexer lexer;
    private final Names names;
    private Optional<String> catalog = Optional.empty();
    private Optional<String> schema = Optional.empty();
    private String name = "";
    private boolean quoted;

    NameReader(Lexer lexer, Names names) {
        this.lexer = lexer;
        this.names = names;
    }

    /**
     * Reads {@code a}, {@code a.b} or {@code a.b.c} and stands behind it. False, without a step, when no name is there; then
     * and only then {@link #name} is what it was.
     */
    boolean read() {
        if (!lexer.isName()) {
            return false;
        }
        catalog = Optional.empty();
        schema = Optional.empty();
        name = part();
        while (lexer.kind == TokenKind.DOT) {
            lexer.advance();
            if (lexer.isName()) {
                catalog = schema;
                schema = Optional.of(name);
                name = part();
            } else if (lexer.kind != TokenKind.DOT) {
                break;
            } else {
                // T-SQL leaves the schema out: database..table
                name = "";
            }
        }
        schema = schema.filter(s -> !s.isEmpty());
        return true;
    }

    /** Reads one part of a name; the caller has seen that there is one. */
    String part() {
        TokenKind kind = lexer.kind;
        quoted = kind == TokenKind.QUOTED;
        int start = lexer.start;
        int end = lexer.end;
        lexer.advanceAsName();
        char escape = '\\';
        if (kind == TokenKind.QUOTED && (lexer.text.charAt(start) | 0x20) == 'u' && isEscapeClause()) {
            escape = lexer.text.charAt(lexer.nextStart + 1);
            lexer.advance();
            lexer.advance();
        }
        return names.decode(lexer.text, kind, start, end, escape);
    }

    private boolean isEscapeClause() {
        return lexer.kind == TokenKind.WORD
                && lexer.nextKind == TokenKind.STRING
                && lexer.text.regionMatches(true, lexer.start, "uescape", 0, lexer.end - lexer.start)
                && lexer.end - lexer.start == 7;
    }

    String name() {
        return name;
    }

    /** Whether the part that was read last stood in quotes. */
    boolean isQuoted() {
        return quoted;
    }

    Optional<String> schema() {
        return schema;
    }

    boolean isQualified() {
        return schema.isPresent();
    }

    /** The relation whose column the name that was read last is. */
    Optional<Relation> relationOfColumn(Access access) {
        return schema.map(table -> new Relation(catalog, table, access));
    }

    /** The relation of the name that was read last. */
    Relation relation(Access access) {
        return new Relation(schema, name, access);
    }
}
