package dev.hoop.controlplane;

import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.LogChain;
import java.io.IOException;
import java.util.Optional;
import org.jdbi.v3.core.JdbiException;

/** Checks that the decision log is as it was written. Changes nothing; the plane may be running. */
public final class DecisionLogCheck {

    private DecisionLogCheck() {}

    /** What came out. */
    public sealed interface Result {

        /**
         * Every entry fits.
         *
         * @param entries how many there are
         * @param head the last one's hash. Noted elsewhere, it proves later that none of these entries was changed
         */
        record Sound(long entries, String head) implements Result {}

        /**
         * Something was changed behind the plane's back.
         *
         * @param entry the first one that does not fit, from 1; 0 when it is the log as a whole
         * @param problem what is wrong with it
         */
        record Broken(long entry, String problem) implements Result {}
    }

    /**
     * Computes the whole chain again.
     *
     * @param noted a hash that an earlier check gave, which has to be in the chain still
     * @throws IOException when the database cannot be read; the message says why
     */
    public static Result check(StorageSettings storage, Optional<String> noted) throws IOException {
        try (Database database = Database.openToRead(storage)) {
            return database.read(handle -> LogChain.check(handle, noted));
        } catch (JdbiException e) {
            // The tables of an older version have no log: the plane makes them when it starts.
            throw new IOException(
                    "the database cannot be read, or no plane of this version was started on it: "
                            + e.getClass().getSimpleName(),
                    e);
        }
    }
}
