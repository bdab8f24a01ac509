package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.DecisionLogCheck.Result;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.LogChain;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** Looking at the decision log. Needs {@code audit}. */
public final class LogReading {

    private final Database database;

    /** A check reads the whole log: one at a time. */
    private final Semaphore checking = new Semaphore(1);

    public LogReading(Database database) {
        this.database = database;
    }

    /** Entries, the newest first. */
    public List<DecisionLog.Kept> list(Person by, DecisionLog.Filter filter) {
        Acts.require(by, Capability.AUDIT);
        return database.read(handle -> DecisionLog.list(handle, filter));
    }

    /**
     * Entries with what came of comparing each with the one before it.
     *
     * @param misfits the numbers of those that do not fit
     */
    public record Compared(List<DecisionLog.Kept> entries, Set<Long> misfits) {}

    /** Entries, the newest first, each compared with the one before it. */
    public Compared compared(Person by, DecisionLog.Filter filter) {
        Acts.require(by, Capability.AUDIT);
        return database.read(handle -> {
            List<DecisionLog.Kept> entries = DecisionLog.list(handle, filter);
            return new Compared(entries, LogChain.misfits(handle, entries));
        });
    }

    /** Computes the whole chain again, as {@code verify-log} does. */
    public Result check(Person by) {
        Acts.require(by, Capability.AUDIT);
        if (!checking.tryAcquire()) {
            throw new Refusal(Refusal.Kind.CONFLICT, "the log is being checked already; ask again when that is done");
        }
        try {
            return database.read(handle -> LogChain.check(handle, Optional.empty()));
        } finally {
            checking.release();
        }
    }
}
