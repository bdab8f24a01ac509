package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.StorageFailures;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down that somebody was heard of. Nothing depends on it: whoever only reads is answered while nothing can be written. */
final class Noting {

    private static final Logger LOG = LoggerFactory.getLogger(Noting.class);

    private Noting() {}

    static void in(Database database, Consumer<Handle> note) {
        try {
            database.write(handle -> {
                note.accept(handle);
                return true;
            });
        } catch (JdbiException e) {
            if (!StorageFailures.isAway(e)) {
                throw e;
            }
            LOG.debug("event=plane.unnoted error={}", e.getClass().getSimpleName());
        }
    }
}
