package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Relation.Access;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables that MySQL and T-SQL let a change of data name by an alias which is given only later, in {@code FROM}. Confined
 * to one scan.
 */
final class Targets {

    private final Scanner scanner;
    private final List<Relation> pending = new ArrayList<>(1);

    Targets(Scanner scanner) {
        this.scanner = scanner;
    }

    void clear() {
        pending.clear();
    }

    /** Keeps the table whose name was read last until its alias may be known; false when it is certain already. */
    boolean defer(Frames frames) {
        if (!scanner.isMsSql() || !frames.has(Frames.UPDATE | Frames.DELETE)) {
            return false;
        }
        pending.add(scanner.reader.relation(Access.WRITE));
        return true;
    }

    /** Reads the tables between {@code DELETE} and {@code FROM}. */
    void readList() {
        while (scanner.reader.read()) {
            pending.add(scanner.reader.relation(Access.WRITE));
            if (scanner.lexer.kind == TokenKind.STAR) {
                scanner.lexer.advance();
            }
            if (scanner.lexer.kind != TokenKind.COMMA || scanner.isMsSql()) {
                return;
            }
            scanner.lexer.advance();
        }
    }

    /** A table that is read was named, and its alias may stand at the current token. */
    void resolve() {
        if (pending.isEmpty()) {
            return;
        }
        Relation table = scanner.reader.relation(Access.WRITE);
        String alias = alias();
        for (int i = pending.size() - 1; i >= 0; i--) {
            Relation target = pending.get(i);
            boolean unqualified = target.schema().isEmpty();
            boolean sameName = scanner.names.same(target.name(), table.name())
                    && (unqualified || target.schema().equals(table.schema()));
            if (sameName || (unqualified && scanner.names.same(target.name(), alias))) {
                pending.remove(i);
                written(table);
            }
        }
    }

    private String alias() {
        Lexer lexer = scanner.lexer;
        if (lexer.is(Keyword.AS)) {
            lexer.advance();
            return lexer.isName() ? scanner.reader.part() : "";
        }
        return lexer.isName() && lexer.is(Keyword.NONE) ? scanner.reader.part() : "";
    }

    /** Records what no alias explained. */
    void settle() {
        for (Relation target : pending) {
            written(target);
        }
        pending.clear();
    }

    private boolean isNameOfWith(String name) {
        return scanner.withNames.has(name, false, scanner.names) || scanner.withNames.has(name, true, scanner.names);
    }

    private void written(Relation table) {
        if (table.schema().isEmpty() && isNameOfWith(table.name())) {
            scanner.findings.allWritten();
        } else if (!scanner.findings.relation(table)) {
            scanner.lose(Scanner.TOO_MANY_RELATIONS);
        }
    }
}
