package dev.hoop.controlplane.internal.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
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
import java.util.Set;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * A SQLite file, held by this process alone.
 *
 * <p>Writes go through one connection, which gives SQLite's single writer a fair queue; reads have connections of their own
 * and never wait for a write (WAL). A commit is on disk before it returns ({@code synchronous=FULL}).
 */
final class SqliteFile {

    private static final int READERS = 4;
    private static final int BUSY_TIMEOUT_MILLIS = 5_000;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private SqliteFile() {}

    /**
     * Opens the file, creating it and its directory (for their owner only) where they are missing, and brings its tables
     * up to date.
     *
     * @param url {@code jdbc:sqlite:PATH}
     * @throws IOException when it cannot be opened, or another process has it open
     */
    static Database.Sources open(String url) throws IOException {
        Path file = file(url);
        Path directory = file.getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(directory, ownerOnly("rwx------"));
        }
        FileChannel lockFile = lock(file);
        try {
            createForOwner(file);
            SQLiteDataSource source = source(url);
            Migrations.run(Database.Kind.SQLITE, source, file.toString());
            HikariDataSource writers = pool("hoop-plane-write", source, 1);
            HikariDataSource readers = pool("hoop-plane-read", source, READERS);
            return new Database.Sources(Database.Kind.SQLITE, writers, readers, () -> {
                readers.close();
                writers.close();
                lockFile.close();
            });
        } catch (IOException | RuntimeException e) {
            lockFile.close();
            throw e;
        }
    }

    /**
     * Opens a file that is there, to read what is in it, whoever has it open.
     *
     * @throws IOException when there is no such file
     */
    static Database.Sources openToRead(String url) throws IOException {
        Path file = file(url);
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no database " + file);
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(url);
        return new Database.Sources(Database.Kind.SQLITE, source, source, () -> {});
    }

    private static Path file(String url) {
        return Path.of(url.substring("jdbc:sqlite:".length())).toAbsolutePath();
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
}
