package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.Directory.Person;
import java.util.List;

/** Looking at the decision log. Needs {@code audit}. */
public final class LogReading {

    private final Database database;

    public LogReading(Database database) {
        this.database = database;
    }

    /** Entries, the newest first. */
    public List<DecisionLog.Kept> list(Person by, DecisionLog.Filter filter) {
        Acts.require(by, Capability.AUDIT);
        return database.read(handle -> DecisionLog.list(handle, filter));
    }
}
