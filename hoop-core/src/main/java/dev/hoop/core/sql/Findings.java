package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Relation.Access;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a scan has found so far. Confined to one scan; what it holds is bounded whatever the text. */
final class Findings {

    /** How many statements of one text are told apart. */
    static final int MAX_STATEMENTS = 4096;
    /** How many mentions of relations in one text are looked at. */
    static final int MAX_RELATIONS = 8192;

    private static final SqlOperation[] OPERATIONS = SqlOperation.values();

    private final List<SqlStatement> statements = new ArrayList<>(1);
    private int mentions;

    private int start;
    private int effects;
    private List<Relation> relations = new ArrayList<>(2);
    private @Nullable String unreadable;
    private @Nullable String undecided;
    private boolean planOnly;

    void begin(int start) {
        this.start = start;
        effects = 0;
        relations = new ArrayList<>(2);
        unreadable = null;
        undecided = null;
        planOnly = false;
    }

    int start() {
        return start;
    }

    /** Whether another statement can be recorded. */
    boolean hasRoom() {
        return statements.size() < MAX_STATEMENTS;
    }

    void effect(SqlOperation effect) {
        effects |= effect.bit();
    }

    void effects(int bits) {
        effects |= bits;
    }

    boolean has(SqlOperation effect) {
        return (effects & effect.bit()) != 0;
    }

    boolean changesRows() {
        return has(SqlOperation.INSERT) || has(SqlOperation.UPDATE) || has(SqlOperation.DELETE);
    }

    /** Records a mention of a relation; false when there were too many. */
    boolean relation(Relation relation) {
        if (++mentions > MAX_RELATIONS) {
            return false;
        }
        if (relations.isEmpty() || !relations.contains(relation)) {
            relations.add(relation);
        }
        return true;
    }

    /** How many different relations the statement has so far. */
    int relations() {
        return relations.size();
    }

    /** Takes back the reads of an unqualified name from the given index on: the name turned out to be one of {@code WITH}. */
    void forget(String name, int from) {
        for (int i = relations.size() - 1; i >= from; i--) {
            Relation relation = relations.get(i);
            if (relation.access() == Access.READ
                    && relation.schema().isEmpty()
                    && relation.name().equals(name)) {
                relations.remove(i);
            }
        }
    }

    /** Takes every relation for written too: which of them is cannot be told. */
    void allWritten() {
        for (Relation relation : List.copyOf(relations)) {
            relation(new Relation(relation.schema(), relation.name(), Access.WRITE));
        }
    }

    /** The text of the statement cannot be followed; fixed words. */
    void unreadable(String reason) {
        if (unreadable == null) {
            unreadable = reason;
        }
    }

    boolean isUnreadable() {
        return unreadable != null;
    }

    /** What the statement does is decided when it runs; fixed words. */
    void undecided(String reason) {
        if (undecided == null) {
            undecided = reason;
        }
    }

    /** The statement is planned, not run: nothing is written, and nothing that is decided at run time happens. */
    void planOnly() {
        planOnly = true;
    }

    void end(int end) {
        if (planOnly) {
            effects = SqlOperation.SELECT.bit() | (effects & SqlOperation.CALL.bit());
            undecided = null;
            relations = read(relations);
        }
        String reason = unreadable == null ? undecided : unreadable;
        if (effects == 0 && reason == null) {
            effects = SqlOperation.SELECT.bit();
        }
        statements.add(new SqlStatement(
                start,
                end,
                operation(effects, reason),
                words(effects),
                List.copyOf(relations),
                Optional.ofNullable(reason)));
    }

    private static List<Relation> read(List<Relation> relations) {
        List<Relation> reads = new ArrayList<>(relations.size());
        for (Relation relation : relations) {
            Relation read = new Relation(relation.schema(), relation.name(), Access.READ);
            if (!reads.contains(read)) {
                reads.add(read);
            }
        }
        return reads;
    }

    private static String operation(int effects, @Nullable String unknownReason) {
        return unknownReason != null
                ? SqlOperation.UNKNOWN.word()
                : OPERATIONS[31 - Integer.numberOfLeadingZeros(effects)].word();
    }

    private static Set<String> words(int effects) {
        if (effects != 0 && (effects & (effects - 1)) == 0) {
            return OPERATIONS[Integer.numberOfTrailingZeros(effects)].alone();
        }
        Set<String> words = new LinkedHashSet<>();
        for (SqlOperation operation : OPERATIONS) {
            if ((effects & operation.bit()) != 0) {
                words.add(operation.word());
            }
        }
        return Collections.unmodifiableSet(words);
    }

    /** @param backslashes as in {@link SqlClassification} */
    SqlClassification result(boolean backslashes) {
        if (statements.size() == 1) {
            SqlStatement only = statements.get(0);
            return new SqlClassification(
                    only.operation(),
                    only.effects(),
                    only.relations(),
                    List.of(only),
                    only.unknownReason(),
                    backslashes);
        }
        int all = 0;
        Set<Relation> touched = new LinkedHashSet<>();
        String reason = null;
        for (SqlStatement statement : statements) {
            for (String effect : statement.effects()) {
                all |= SqlOperation.ofWord(effect).bit();
            }
            touched.addAll(statement.relations());
            if (reason == null && statement.unknownReason().isPresent()) {
                reason = statement.unknownReason().get();
            }
        }
        if (all == 0 && reason == null) {
            all = SqlOperation.SELECT.bit();
        }
        return new SqlClassification(
                operation(all, reason),
                words(all),
                List.copyOf(touched),
                List.copyOf(statements),
                Optional.ofNullable(reason),
                backslashes);
    }
}
