package dev.hoop.controlplane.internal.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.hoop.controlplane.StorageSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;

/**
 * The plane's database, open and up to date: a SQLite file of this process alone, or a PostgreSQL that several planes share.
 * Safe for use by many threads.
 *
 * <p>On SQLite a transaction has the file's write lock from its beginning, so what it reads stays so. On PostgreSQL
 * transactions run side by side (READ COMMITTED): what must not move between a reading and a change is said in the
 * condition of the change, or held by a lock that is taken first. In SQL, {@code <for_update>} locks the rows that are
 * read until the transaction ends, and {@code <skip_locked>} does so and leaves out what others hold; both say nothing on
 * SQLite. {@code <by_waiting>} has SQLite read what waits by its index; PostgreSQL, which counts what there is, finds it.
 */
public final class Database implements AutoCloseable {

    private static final int ATTEMPTS = 4;
    private static final String KIND = "kind";

    /** Which kind of database. */
    public enum Kind {
        SQLITE("", "", "INDEXED BY waiting_reviews", 4),
        POSTGRESQL("FOR UPDATE", "FOR UPDATE SKIP LOCKED", "", serverWorkers());

        private final String forUpdate;
        private final String skipLocked;
        private final String byWaiting;
        private final int workers;

        Kind(String forUpdate, String skipLocked, String byWaiting, int workers) {
            this.forUpdate = forUpdate;
            this.skipLocked = skipLocked;
            this.byWaiting = byWaiting;
            this.workers = workers;
        }

        /**
         * A call is work of this process and of the server by turns, and waits for the disk in between. More at a time than the
         * processors get on with wait for each other, with the locks and rows that they hold, and stand in front of those who
         * only read how a review stands.
         */
        private static int serverWorkers() {
            return Math.max(2, Math.min(12, Runtime.getRuntime().availableProcessors()));
        }

        /** How many threads at a time are worth having at it. */
        public int workers() {
            return workers;
        }
    }

    /** What is done when the data source is not needed any more. */
    @FunctionalInterface
    interface Closing {
        void close() throws IOException;
    }

    /** The connections of a database; one source may serve both. */
    record Sources(Kind kind, DataSource writers, DataSource readers, Closing closing) {}

    private final Sources sources;
    private final Jdbi writing;
    private final Jdbi reading;

    private Database(Sources sources) {
        this.sources = sources;
        this.writing = jdbi(sources.kind(), sources.writers());
        this.reading = sources.readers() == sources.writers() ? writing : jdbi(sources.kind(), sources.readers());
    }

    /**
     * Opens it, creating a file that is missing, and brings its tables up to date.
     *
     * @throws IOException when it cannot be opened, or another process has the file open; the message says what to do
     */
    public static Database open(StorageSettings settings) throws IOException {
        return new Database(settings.isPostgres() ? PostgresServer.open(settings) : SqliteFile.open(settings.url()));
    }

    /**
     * Opens it for readings alone: nothing is created or brought up to date, and the plane may have it open.
     *
     * @throws IOException when it cannot be opened
     */
    public static Database openToRead(StorageSettings settings) throws IOException {
        return new Database(
                settings.isPostgres() ? PostgresServer.openToRead(settings) : SqliteFile.openToRead(settings.url()));
    }

    private static Jdbi jdbi(Kind kind, DataSource source) {
        Jdbi jdbi = Jdbi.create(source);
        // Statements' arguments are payloads and hashes: never in a message.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        jdbi.getConfig(SqlStatements.class)
                .define("for_update", kind.forUpdate)
                .define("skip_locked", kind.skipLocked)
                .define("by_waiting", kind.byWaiting)
                .define(KIND, kind);
        return jdbi;
    }

    /**
     * Whether a handle's statements go to a server, each with a way there and back. What is called most asks that for several
     * things at once; a statement may there have others in it that write ({@code WITH ... AS (INSERT ...)}).
     */
    static boolean isServer(Handle handle) {
        return Kind.POSTGRESQL.equals(handle.getConfig(SqlStatements.class).getAttribute(KIND));
    }

    /** Which kind it is. */
    public Kind kind() {
        return sources.kind();
    }

    /**
     * Runs in one transaction, which is rolled back when it throws. Where other transactions stood in its way so that only
     * one of them could get on, it is run again from its beginning.
     */
    public <T, X extends Exception> T write(HandleCallback<T, X> work) throws X {
        List<Runnable> afterwards = new ArrayList<>();
        T result = writeOrAgain(work, afterwards);
        afterwards.forEach(Runnable::run);
        return result;
    }

    private <T, X extends Exception> T writeOrAgain(HandleCallback<T, X> work, List<Runnable> afterwards) throws X {
        for (int attempt = 1; ; attempt++) {
            try {
                return writing.inTransaction(handle -> {
                    afterwards.clear();
                    handle.getConfig(Afterwards.class).collectIn(afterwards);
                    return work.withHandle(handle);
                });
            } catch (JdbiException e) {
                forgetBroken(e);
                if (attempt == ATTEMPTS || !StorageFailures.isConflict(e)) {
                    throw e;
                }
            }
        }
    }

    /** As {@link #write}, and no two of these at a time, on all replicas together. */
    public <T, X extends Exception> T writeAlone(HandleCallback<T, X> work) throws X {
        return write(handle -> {
            if (kind() == Kind.POSTGRESQL) {
                PostgresServer.lockForStart(handle);
            }
            return work.withHandle(handle);
        });
    }

    /** Has something done when the handle's transaction is on disk and its connection given back; not if it is rolled back. */
    public static void afterwards(Handle handle, Runnable action) {
        handle.getConfig(Afterwards.class).add(action);
    }

    /** Runs a reading that sees one consistent state per statement. */
    public <T, X extends Exception> T read(HandleCallback<T, X> work) throws X {
        try {
            return reading.withHandle(work);
        } catch (JdbiException e) {
            forgetBroken(e);
            throw e;
        }
    }

    /** Where one connection broke the others did, too: the next caller gets a new one. */
    private void forgetBroken(JdbiException failure) {
        if (kind() == Kind.POSTGRESQL
                && StorageFailures.isAway(failure)
                && sources.writers() instanceof HikariDataSource pool) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    /** Whether the database answers. */
    public boolean answers() {
        return read((Handle handle) ->
                handle.createQuery("SELECT 1").mapTo(Integer.class).one() == 1);
    }

    @Override
    public void close() {
        try {
            sources.closing().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
