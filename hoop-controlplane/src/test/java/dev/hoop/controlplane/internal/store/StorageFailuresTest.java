package dev.hoop.controlplane.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class StorageFailuresTest {

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {
                "SQLITE_FULL",
                "SQLITE_IOERR",
                "SQLITE_IOERR_WRITE",
                "SQLITE_IOERR_FSYNC",
                "SQLITE_CANTOPEN",
                "SQLITE_BUSY"
            })
    void aFileThatCannotBeWrittenIsAway(SQLiteErrorCode code) {
        Exception failure = new IllegalStateException(new SQLiteException("secret text", code));
        assertThat(StorageFailures.isAway(failure)).isTrue();
        assertThat(StorageFailures.code(failure)).isEqualTo(code.name());
    }

    @Test
    void aFullDiskIsToldApartFromADatabaseThatIsAway() {
        for (SQLException full : new SQLException[] {
            new SQLiteException("secret text", SQLiteErrorCode.SQLITE_FULL),
            new SQLiteException("secret text", SQLiteErrorCode.SQLITE_READONLY_DBMOVED),
            new SQLiteException("secret text", SQLiteErrorCode.SQLITE_IOERR_WRITE),
            new SQLException("disk full", "53100"),
            new SQLException("read-only", "25006")
        }) {
            assertThat(StorageFailures.isAway(full)).isTrue();
            assertThat(StorageFailures.takesNoWrites(full)).isTrue();
        }
        for (SQLException other : new SQLException[] {
            new SQLiteException("secret text", SQLiteErrorCode.SQLITE_BUSY),
            new SQLiteException("secret text", SQLiteErrorCode.SQLITE_IOERR_FSYNC),
            new SQLException("gone", "08006"),
            new SQLException("too many connections", "53300")
        }) {
            assertThat(StorageFailures.takesNoWrites(other)).isFalse();
        }
    }

    @Test
    void whatIsWrongWithAStatementIsNotAway() {
        Exception failure =
                new IllegalStateException(new SQLiteException("secret text", SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE));
        assertThat(StorageFailures.isAway(failure)).isFalse();
        assertThat(StorageFailures.code(failure)).isEqualTo("SQLITE_CONSTRAINT_UNIQUE");
        assertThat(StorageFailures.code(new IllegalStateException("no database")))
                .isEqualTo("none");
    }

    @Test
    void aRowThatWasWrittenAtTheSameMomentIsAConflict() {
        assertThat(StorageFailures.isConflict(new IllegalStateException(new SQLException("a", "23505"))))
                .isTrue();
        assertThat(StorageFailures.isConflict(new IllegalStateException(new SQLException("a", "23503"))))
                .isFalse();
    }
}
