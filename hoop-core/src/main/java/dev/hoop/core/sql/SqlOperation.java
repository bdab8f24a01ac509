package dev.hoop.core.sql;

import java.util.Locale;
import java.util.Set;

/**
 * What a statement can do. The order is that of gravity, the worst last: a statement's operation is the last of its effects,
 * and {@link #UNKNOWN} wherever any part of it could not be told.
 *
 * <p>A rule that means "reads only" denies everything from {@link #LOCK} on.
 */
public enum SqlOperation {
    /** Reads a setting or the server's own description of itself. */
    SHOW,
    /** Reads. */
    SELECT,
    /** Starts a transaction. */
    BEGIN,
    /** Sets or releases a savepoint. */
    SAVEPOINT,
    /** Ends a transaction and keeps what it did. */
    COMMIT,
    /** Undoes a transaction or a part of it. */
    ROLLBACK,
    /** Changes the session alone: settings, role, cursors, prepared statements. */
    SET,
    /** Takes locks that others wait for: {@code LOCK}, {@code SELECT ... FOR UPDATE}, advisory locks. */
    LOCK,
    /** Calls a function that is not one of the server's own, so that its effect is not to be seen. */
    CALL,
    /** Has an effect that no other word names: notifications, maintenance, signals, the server's files. */
    OTHER,
    /** Adds rows. */
    INSERT,
    /** Changes rows. */
    UPDATE,
    /** Makes an object. */
    CREATE,
    /** Changes an object's definition. */
    ALTER,
    /** Takes a privilege away. */
    REVOKE,
    /** Gives a privilege. */
    GRANT,
    /** Removes rows. */
    DELETE,
    /** Empties a table. */
    TRUNCATE,
    /** Removes an object. */
    DROP,
    /** The effect cannot be told from the text. Never an effect, only an operation. */
    UNKNOWN;

    private final String word = name().toLowerCase(Locale.ROOT);
    private final Set<String> alone = Set.of(word);

    /** The word in rules, reviews and the audit trail. */
    public String word() {
        return word;
    }

    /** The operation of a word that {@link #word} gave. */
    static SqlOperation ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** The set of this word alone. */
    Set<String> alone() {
        return alone;
    }

    int bit() {
        return 1 << ordinal();
    }
}
