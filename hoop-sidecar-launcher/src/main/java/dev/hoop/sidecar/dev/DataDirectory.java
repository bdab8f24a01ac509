package dev.hoop.sidecar.dev;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.sidecar.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The directory that {@code dev} keeps: the database, the tokens, and {@code dev.json} while everything accepts. Only its
 * owner can enter it, and only one process uses it at a time.
 */
final class DataDirectory implements AutoCloseable {

    private final Path root;
    private final FileChannel lockFile;

    private DataDirectory(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /**
     * Makes it where it is missing, mode 0700, and takes it for this process.
     *
     * @throws Failure when it cannot be used, for example since another process does
     */
    static DataDirectory open(Path path) {
        Path root = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(root);
            FileStore store = Files.getFileStore(root);
            if (store.supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
            }
            FileChannel lockFile =
                    FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = lockFile.tryLock();
            if (lock == null) {
                lockFile.close();
                throw new Failure("another hoop uses " + path + "; stop it, or choose another directory with --data");
            }
            Files.deleteIfExists(root.resolve("dev.json"));
            return new DataDirectory(root, lockFile);
        } catch (IOException e) {
            throw new Failure(
                    "cannot use the directory " + path + " (" + e.getClass().getSimpleName()
                            + "); choose another one with --data",
                    e);
        }
    }

    Path database() {
        return root.resolve("hoop.db");
    }

    Path reviewerToken() {
        return root.resolve("reviewer.token");
    }

    Path sidecarToken() {
        return root.resolve("sidecar.token");
    }

    Path summary() {
        return root.resolve("dev.json");
    }

    /** Writes {@code dev.json} so that a reader sees all of it or nothing. */
    void publish(JsonNode summary) {
        Path part = root.resolve("dev.json.part");
        try {
            Files.writeString(part, summary.toPrettyString() + "\n", StandardCharsets.UTF_8);
            try {
                Files.move(part, summary(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(part, summary(), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new Failure("cannot write " + summary(), e);
        }
    }

    /** Takes {@code dev.json} away, since nothing accepts any more. */
    void unpublish() {
        try {
            Files.deleteIfExists(summary());
        } catch (IOException e) {
            throw new Failure("cannot remove " + summary(), e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(summary());
            lockFile.close();
        } catch (IOException e) {
            throw new Failure("cannot tidy " + root, e);
        }
    }
}
