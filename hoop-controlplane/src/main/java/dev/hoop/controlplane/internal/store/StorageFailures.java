package dev.hoop.controlplane.internal.store;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What a failure of the database means, by SQLSTATE (PostgreSQL, appendix A) or SQLite's result code. */
public final class StorageFailures {

    /** The file cannot be read or written for now ("Result and Error Codes" of SQLite): a full disk, a device that fails. */
    private static final Set<SQLiteErrorCode> FILE_AWAY = Set.of(
            SQLiteErrorCode.SQLITE_BUSY,
            SQLiteErrorCode.SQLITE_LOCKED,
            SQLiteErrorCode.SQLITE_READONLY,
            SQLiteErrorCode.SQLITE_IOERR,
            SQLiteErrorCode.SQLITE_FULL,
            SQLiteErrorCode.SQLITE_CANTOPEN);

    /** Of these, those that a writer meets and a reader does not. Whatever was written of the transaction is undone. */
    private static final Set<SQLiteErrorCode> TAKES_NO_WRITES =
            Set.of(SQLiteErrorCode.SQLITE_FULL, SQLiteErrorCode.SQLITE_READONLY, SQLiteErrorCode.SQLITE_IOERR_WRITE);

    private StorageFailures() {}

    /**
     * Whether the database was not there to be asked: no connection to be had (class 08, or none within the pool's time),
     * too many (53), shutting down or starting (57P), or one that only reads for now (25006); or a file that cannot be read or
     * written. The next attempt may succeed.
     */
    public static boolean isAway(Throwable failure) {
        return of(failure)
                .anyMatch(e -> e instanceof SQLTransientConnectionException
                        || state(e).matches("08.*|53.*|57P.*|25006")
                        || primaryCode(e).filter(FILE_AWAY::contains).isPresent());
    }

    /** Whether the database was there and could not write: its disk is full (53100), or it only reads for now (25006). */
    public static boolean takesNoWrites(Throwable failure) {
        return of(failure)
                .anyMatch(e -> state(e).matches("53100|25006")
                        || primaryCode(e).filter(TAKES_NO_WRITES::contains).isPresent()
                        || e instanceof SQLiteException lite && TAKES_NO_WRITES.contains(lite.getResultCode()));
    }

    /** What the database calls the failure, for the log: nothing of any statement is in it. */
    public static String code(Throwable failure) {
        return of(failure)
                .map(e ->
                        e instanceof SQLiteException lite ? lite.getResultCode().name() : state(e))
                .filter(code -> !code.isEmpty())
                .findFirst()
                .orElse("none");
    }

    /** An extended code has the primary one in its last byte. */
    private static Optional<SQLiteErrorCode> primaryCode(SQLException e) {
        return e instanceof SQLiteException lite
                ? Optional.of(SQLiteErrorCode.getErrorCode(lite.getResultCode().code & 0xff))
                : Optional.empty();
    }

    /**
     * Whether other transactions stood in the way, so that the same one may succeed now: a deadlock, no serial order, or a row
     * that another one has written at the same moment (23505), which shows from the beginning.
     */
    static boolean isConflict(Throwable failure) {
        return of(failure).anyMatch(e -> state(e).matches("40P01|40001|23505"));
    }

    /** Whether a value is none that the database can keep (class 22): a text with the character 0, a number too large. */
    public static boolean isUnfitValue(Throwable failure) {
        return of(failure).anyMatch(e -> state(e).startsWith("22"));
    }

    private static Stream<SQLException> of(Throwable failure) {
        return Stream.iterate(failure, at -> at != null, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast);
    }

    private static String state(SQLException e) {
        return Optional.ofNullable(e.getSQLState()).orElse("");
    }
}
