package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Relation.Access;
import dev.hoop.core.statement.Risk;
import dev.hoop.core.statement.Risk.Level;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What is at stake when a text of SQL runs, by the worst of its effects; the relations say where. */
public final class SqlRisk {

    private static final int MOST_RELATIONS = 8;

    private SqlRisk() {}

    /** The risk of a whole text. */
    public static Risk of(SqlClassification sql) {
        List<String> why = new ArrayList<>();
        Level level = Level.LOW;
        SqlOperation worst = SqlOperation.ofWord(sql.operation());
        if (worst == SqlOperation.UNKNOWN) {
            level = Level.HIGH;
            why.add("what it does cannot be told"
                    + sql.unknownReason().map(reason -> " (" + reason + ")").orElse(""));
        }
        for (SqlOperation effect : worstFirst(sql.effects())) {
            Level own = level(effect);
            // A reader of "removes rows" need not hear that it also reads.
            if (own != Level.LOW || why.isEmpty()) {
                why.add(words(effect));
            }
            level = own.compareTo(level) > 0 ? own : level;
        }
        addRelations(why, "writes ", sql.relations(), Access.WRITE);
        addRelations(why, "reads ", sql.relations(), Access.READ);
        return new Risk(level, String.join("; ", why));
    }

    private static List<SqlOperation> worstFirst(Set<String> words) {
        EnumSet<SqlOperation> effects = EnumSet.noneOf(SqlOperation.class);
        words.forEach(word -> effects.add(SqlOperation.ofWord(word)));
        List<SqlOperation> sorted = new ArrayList<>();
        effects.forEach(effect -> sorted.add(0, effect));
        return sorted;
    }

    private static Level level(SqlOperation effect) {
        return switch (effect) {
            case SHOW, SELECT, BEGIN, SAVEPOINT, COMMIT, ROLLBACK, SET -> Level.LOW;
            case LOCK, INSERT, UPDATE, CREATE -> Level.MEDIUM;
            case CALL, OTHER, ALTER, REVOKE, GRANT, DELETE, TRUNCATE, DROP, UNKNOWN -> Level.HIGH;
        };
    }

    private static String words(SqlOperation effect) {
        return switch (effect) {
            case SHOW -> "reads the server's own state";
            case SELECT -> "reads";
            case BEGIN, SAVEPOINT -> "begins a transaction or a part of one";
            case COMMIT -> "keeps what the transaction did";
            case ROLLBACK -> "undoes what the transaction did";
            case SET -> "changes the session alone";
            case LOCK -> "takes locks that others wait for";
            case CALL -> "calls a function whose effect cannot be seen";
            case OTHER -> "acts on the server itself";
            case INSERT -> "adds rows";
            case UPDATE -> "changes rows";
            case CREATE -> "makes an object";
            case ALTER -> "changes an object's definition";
            case REVOKE -> "takes a privilege away";
            case GRANT -> "gives a privilege";
            case DELETE -> "removes rows";
            case TRUNCATE -> "empties a table";
            case DROP -> "removes an object";
            case UNKNOWN -> Risk.UNTOLD.why();
        };
    }

    private static void addRelations(List<String> why, String verb, List<Relation> relations, Access access) {
        List<String> names = relations.stream()
                .filter(relation -> relation.access() == access)
                .map(relation -> relation.schema().map(schema -> schema + ".").orElse("") + relation.name())
                .distinct()
                .toList();
        if (!names.isEmpty()) {
            int more = names.size() - MOST_RELATIONS;
            why.add(verb
                    + String.join(", ", names.subList(0, Math.min(MOST_RELATIONS, names.size())))
                    + (more > 0 ? " and " + more + " more" : ""));
        }
    }
}
