package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.sql.SqlOperation;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.pg.internal.statement.SqlText;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Which statements may change how the server reads what comes behind them. */
final class Readings {

    /** Effects that change no setting: everything else may, the end of a transaction by undoing such a change. */
    private static final Set<String> KEEPING = EnumSet.of(
                    SqlOperation.SHOW,
                    SqlOperation.SELECT,
                    SqlOperation.BEGIN,
                    SqlOperation.SAVEPOINT,
                    SqlOperation.LOCK,
                    SqlOperation.INSERT,
                    SqlOperation.UPDATE,
                    SqlOperation.DELETE,
                    SqlOperation.TRUNCATE,
                    SqlOperation.CREATE,
                    SqlOperation.DROP)
            .stream()
            .map(SqlOperation::word)
            .collect(Collectors.toUnmodifiableSet());

    private Readings() {}

    static boolean mayChangeBy(SqlText text) {
        if (text.classification().operation().equals(Statement.UNKNOWN)) {
            return true;
        }
        for (String effect : text.classification().effects()) {
            if (!KEEPING.contains(effect)) {
                return true;
            }
        }
        return false;
    }
}
