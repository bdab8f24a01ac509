package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.pg.internal.statement.PgStatement;
import dev.hoop.proto.pg.internal.statement.Prepared;
import java.util.Optional;

/** A prepared statement with its parameters, and whether it may run. Confined to its loop. */
final class Portal {

    final Prepared prepared;
    final PgStatement statement;

    /** Whether it was judged and may run once. */
    boolean released;

    /** Whether it did run since it was released. */
    boolean ran;

    Optional<Approval> approval = Optional.empty();

    Portal(Prepared prepared, PgStatement statement) {
        this.prepared = prepared;
        this.statement = statement;
    }

    void release(Optional<Approval> by) {
        released = true;
        ran = false;
        approval = by;
    }

    /** Whether it may run without being judged: for the first time, or on and on where a person approved it. */
    boolean mayRun() {
        return released && (!ran || approval.isPresent());
    }
}
