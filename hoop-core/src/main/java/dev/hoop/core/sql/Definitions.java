package dev.hoop.core.sql;

import dev.hoop.core.sql.Alterations.Altered;
import dev.hoop.core.sql.Creations.Kind;
import dev.hoop.core.sql.Frames.State;
import dev.hoop.core.statement.Relation.Access;

/** Commands that define, change or maintain objects, and privileges on them. Confined to one scan. */
final class Definitions {

    private final Scanner scanner;
    private final Query query;
    private final Lexer lexer;
    private final Frames frames;
    private final Findings findings;
    private final ObjectNames names;
    private final Creations creations;
    private final Alterations alterations;
    private Kind kind = Kind.OTHER;
    private Altered altered = Altered.OTHER;
    private boolean defaultPrivileges;

    Definitions(Scanner scanner, Query query) {
        this.scanner = scanner;
        this.query = query;
        this.lexer = scanner.lexer;
        this.frames = scanner.frames;
        this.findings = scanner.findings;
        this.names = new ObjectNames(scanner);
        this.creations = new Creations(scanner, names);
        this.alterations = new Alterations(scanner, names);
    }

    /** Forgets the statement before. */
    void clear() {
        kind = Kind.OTHER;
        altered = Altered.OTHER;
        defaultPrivileges = false;
    }

    /** Reads {@code [ONLY] name [*] [(columns)], ...}; the rest of the statement does nothing. */
    void names(Access access) {
        frames.state(State.DEFINITION);
        names.list(access);
    }

    /** Reads the verb at the current token; false, without a step, when it is none of these. */
    boolean verb() {
        Keyword verb = lexer.keyword;
        SqlOperation effect = switch (verb) {
            case CREATE, IMPORT -> SqlOperation.CREATE;
            case ALTER, COMMENT, SECURITY, REASSIGN -> SqlOperation.ALTER;
            case DROP -> SqlOperation.DROP;
            case TRUNCATE -> SqlOperation.TRUNCATE;
            case GRANT -> SqlOperation.GRANT;
            case REVOKE, DENY -> SqlOperation.REVOKE;
            case REFRESH -> SqlOperation.UPDATE;
            case REINDEX, CLUSTER, VACUUM, ANALYZE, ANALYSE -> SqlOperation.OTHER;
            default -> SqlOperation.UNKNOWN;
        };
        if (effect == SqlOperation.UNKNOWN) {
            return false;
        }
        findings.effect(effect);
        frames.state(State.DEFINITION);
        lexer.advance();
        switch (verb) {
            case CREATE -> kind = creations.create();
            case ALTER -> {
                defaultPrivileges = lexer.is(Keyword.DEFAULT) && lexer.nextKeyword == Keyword.PRIVILEGES;
                altered = alterations.alter();
            }
            case DROP -> alterations.drop();
            case TRUNCATE -> {
                lexer.skip(Keyword.TABLE);
                names.list(Access.WRITE);
            }
            case GRANT, REVOKE, DENY -> alterations.privileges();
            case IMPORT -> alterations.importSchema();
            case COMMENT, SECURITY -> alterations.comment();
            case REFRESH -> {
                lexer.skip(Keyword.MATERIALIZED);
                lexer.skip(Keyword.VIEW);
                lexer.skip(Keyword.CONCURRENTLY);
                names.list(Access.WRITE);
            }
            case REINDEX -> reindex();
            case CLUSTER, VACUUM, ANALYZE, ANALYSE -> maintain(verb);
            default -> scanner.inert = true;
        }
        return true;
    }

    private void reindex() {
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        if (lexer.is(Keyword.TABLE) || lexer.is(Keyword.INDEX)) {
            lexer.advance();
            lexer.skip(Keyword.CONCURRENTLY);
            names.one(Access.WRITE);
        }
    }

    private void maintain(Keyword verb) {
        if (lexer.kind == TokenKind.OPEN) {
            lexer.skipParentheses();
        }
        while (lexer.is(Keyword.FULL)
                || lexer.is(Keyword.FREEZE)
                || lexer.is(Keyword.VERBOSE)
                || lexer.is(Keyword.ANALYZE)
                || lexer.is(Keyword.ANALYSE)) {
            lexer.advance();
        }
        if (verb == Keyword.CLUSTER && lexer.nextKeyword == Keyword.ON) {
            lexer.advanceAsName();
            lexer.advance();
        }
        names.list(verb == Keyword.ANALYZE || verb == Keyword.ANALYSE ? Access.READ : Access.WRITE);
    }

    /** A word of a definition. */
    void word() {
        if (lexer.prevKind == TokenKind.DOT) {
            if (lexer.nextKind == TokenKind.OPEN && !scanner.inert) {
                scanner.calls.knownOnly();
            }
            lexer.advanceAsName();
            return;
        }
        if (lexer.prevKind == TokenKind.CAST) {
            scanner.reader.read();
            return;
        }
        if (altered != Altered.OTHER && frames.depth() == 0) {
            if (lexer.prevKind == TokenKind.COMMA) {
                alterations.command();
                if (!lexer.isName()) {
                    return;
                }
            } else if (altered == Altered.SEQUENCE && lexer.is(Keyword.OWNED) && lexer.nextKeyword == Keyword.BY) {
                names.owner();
                return;
            }
        }
        if (scanner.definesTable && otherTable()) {
            return;
        }
        if (kind == Kind.ROUTINE && frames.depth() == 0 && scanner.isPostgres() && scanner.bodies.option()) {
            return;
        }
        boolean asQuery = !scanner.inert && frames.has(Frames.AS_QUERY);
        switch (lexer.keyword) {
            case AS -> {
                if (asQuery) {
                    frames.state(State.QUERY);
                }
                lexer.advance();
            }
            case SELECT, WITH, VALUES -> {
                if (asQuery && scanner.isMySql() && query.startsQuery()) {
                    query.begin();
                } else {
                    lexer.advance();
                }
            }
            case PARTITION, INHERITS -> {
                if (kind == Kind.TABLE && frames.depth() == 0 && scanner.isPostgres()) {
                    creations.parents();
                } else {
                    lexer.advance();
                }
            }
            case CREATE, GRANT, REVOKE -> {
                if (!schemaElement()) {
                    if (defaultPrivileges && !lexer.is(Keyword.CREATE)) {
                        findings.effect(lexer.is(Keyword.GRANT) ? SqlOperation.GRANT : SqlOperation.REVOKE);
                        // REVOKE GRANT OPTION FOR gives nothing
                        defaultPrivileges = false;
                    }
                    lexer.advance();
                }
            }
            case BEGIN -> {
                if (kind == Kind.ROUTINE && lexer.nextKeyword == Keyword.ATOMIC && frames.depth() == 0) {
                    scanner.bodies.atomic();
                } else {
                    lexer.advance();
                }
            }
            default -> {
                if (lexer.nextKind == TokenKind.OPEN && !scanner.inert) {
                    scanner.calls.knownOnly();
                }
                lexer.advance();
            }
        }
    }

    /** Takes the current token for what names another table among columns and constraints; false, without a step, else. */
    boolean otherTable() {
        return names.references() || names.like();
    }

    /** A command inside {@code CREATE SCHEMA}; false, without a step, elsewhere. */
    boolean schemaElement() {
        if (kind != Kind.SCHEMA || frames.depth() > 0 || lexer.is(Keyword.REVOKE)) {
            return false;
        }
        frames.remove(Frames.AS_QUERY | Frames.QUERY);
        scanner.inert = false;
        scanner.definesTable = false;
        verb();
        kind = Kind.SCHEMA;
        return true;
    }
}
