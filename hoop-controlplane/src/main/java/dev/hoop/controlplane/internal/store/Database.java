package dev.hoop.controlplane.internal.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * The SQLite database: opened, migrated, and held by this process alone.
 *
 * <p>Writes go through one connection, which gives SQLite's single writer a fair queue; reads have connections of their own
 * and never wait for a write (WAL). A commit is on disk before it returns ({@code synchronous=FULL}).
 */
public final class Database implements AutoCloseable {

    private static final int READERS = 4;
    private static final int BUSY_TIMEOUT_MILLIS = 5_000;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final FileChannel lockFile;
    private final HikariDataSource writers;
    private final HikariDataSource readers;
    private final Jdbi writing;
    private final Jdbi reading;

    private Database(FileChannel lockFile, HikariDataSource writers, HikariDataSource readers) {
        this.lockFile = lockFile;
        this.writers = writers;
        this.readers = readers;
        this.writing = jdbi(writers);
        this.reading = jdbi(readers);
    }

    /**
     * Opens the file, creating it and its directory (for their owner only) where they are missing, and brings its tables
     * up to date.
     *
     * @param url {@code jdbc:sqlite:PATH}
     * @throws IOException when it cannot be opened, or another process has it open
     */
    public static Database open(String url) throws IOException {
        Path file = Path.of(url.substring("jdbc:sqlite:".length())).toAbsolutePath();
        Path directory = file.getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(directory, ownerOnly("rwx------"));
        }
        FileChannel lockFile = lock(file);
        try {
            createForOwner(file);
            SQLiteDataSource source = source(url);
            migrate(source, file);
            return new Database(
                    lockFile, pool("hoop-plane-write", source, 1), pool("hoop-plane-read", source, READERS));
        } catch (IOException | RuntimeException e) {
            lockFile.close();
            throw e;
        }
    }

    /** Events of one process do not reach another: two planes on one file would each miss half of them. */
    private static FileChannel lock(Path file) throws IOException {
        Path path = file.resolveSibling(file.getFileName() + ".lock");
        createForOwner(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IOException("the database " + file + " is already open in this process", e);
        }
        channel.close();
        throw new IOException(
                "another control plane has the database " + file + " open; stop it, or name another database file");
    }

    private static void createForOwner(Path file) throws IOException {
        if (Files.notExists(file)) {
            Files.createFile(file, ownerOnly("rw-------"));
        } else if (!Files.isRegularFile(file)) {
            throw new IOException("the database " + file + " is not a file");
        } else if (hasModes() && !Files.getPosixFilePermissions(file).equals(OWNER_ONLY)) {
            Files.setPosixFilePermissions(file, OWNER_ONLY);
        }
    }

    private static FileAttribute<?>[] ownerOnly(String mode) {
        return hasModes()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    private static SQLiteDataSource source(String url) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        // A transaction that first reads and then writes must not find that the world moved in between.
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        config.enforceForeignKeys(true);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(url);
        return source;
    }

    private static void migrate(DataSource source, Path file) throws IOException {
        try {
            migrate(source);
        } catch (FlywayException e) {
            // Its messages go over many lines; the first says it.
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new IOException("the database " + file + " cannot be used: " + why, e);
        }
    }

    private static void migrate(DataSource source) {
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:dev/hoop/controlplane/migrations")
                .placeholders(Map.of("bytes", "BLOB", "sequence", "INTEGER PRIMARY KEY AUTOINCREMENT"))
                .cleanDisabled(true)
                .load()
                .migrate();
    }

    private static HikariDataSource pool(String name, DataSource source, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(source);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(BUSY_TIMEOUT_MILLIS);
        // A file's connections do not go stale.
        config.setMaxLifetime(0);
        return new HikariDataSource(config);
    }

    private static Jdbi jdbi(DataSource source) {
        Jdbi jdbi = Jdbi.create(source);
        // Statements' arguments are payloads and hashes: never in a message.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        return jdbi;
    }

    /** Runs in one transaction that holds the database's write lock from its beginning; rolled back when it throws. */
    public <T, X extends Exception> T write(HandleCallback<T, X> work) throws X {
        return writing.inTransaction(work);
    }

    /** Runs a reading that sees one consistent state per statement. */
    public <T, X extends Exception> T read(HandleCallback<T, X> work) throws X {
        return reading.withHandle(work);
    }

    @Override
    public void close() {
        readers.close();
        writers.close();
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the database answers. */
    public boolean answers() {
        return read((Handle handle) ->
                handle.createQuery("SELECT 1").mapTo(Integer.class).one() == 1);
    }
}
