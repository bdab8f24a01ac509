package dev.hoop.core.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A regular file, written by the calling thread: the page cache takes a write in a microsecond, waking another thread
 * costs several. A file that was rotated away or replaced is noticed within a second and opened anew.
 */
final class FileSink implements AuditSink {

    private static final Logger LOG = LoggerFactory.getLogger(FileSink.class);

    private static final long CHECK_NANOS = 1_000_000_000;

    private final Path path;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Opened> opened;
    private long lastCheck;
    private boolean closed;

    /** @param identity tells this file from another one under the same path; empty where the platform cannot */
    private record Opened(LineChannel lines, Optional<Object> identity) {}

    FileSink(Path path) throws IOException {
        this(path, System::nanoTime);
    }

    FileSink(Path path, LongSupplier nanoTime) throws IOException {
        this.path = path;
        this.nanoTime = nanoTime;
        this.lastCheck = nanoTime.getAsLong();
        this.opened = Optional.of(openNow(false));
    }

    @Override
    public void write(ByteBuffer lines, int records, Receipt receipt) {
        Optional<IOException> failure = Optional.empty();
        lock.lock();
        try {
            append(lines);
        } catch (IOException e) {
            failure = Optional.of(e);
        } finally {
            lock.unlock();
        }
        if (failure.isPresent()) {
            receipt.failed(failure.get());
        } else {
            receipt.written();
        }
    }

    private void append(ByteBuffer lines) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        followPath();
        LineChannel file = current(false);
        try {
            file.write(lines);
        } catch (ClosedChannelException e) {
            // A thread that was interrupted while it wrote closes the channel under everyone else. What is left of
            // these
            // lines goes on where it stopped; only an older half line is to be ended first.
            opened = Optional.empty();
            current(file.isMidLine() && lines.position() == 0).write(lines);
        }
    }

    private LineChannel current(boolean midLine) throws IOException {
        if (opened.isEmpty()) {
            opened = Optional.of(openNow(midLine));
        }
        return opened.get().lines();
    }

    private void followPath() throws IOException {
        long now = nanoTime.getAsLong();
        if (opened.isEmpty() || now - lastCheck < CHECK_NANOS) {
            return;
        }
        lastCheck = now;
        Opened file = opened.get();
        if (file.identity().isPresent() && !file.identity().equals(identityAt(path))) {
            opened = Optional.empty();
            file.lines().close();
            LOG.info("event=audit.reopened path=\"{}\"", path);
        }
    }

    private Opened openNow(boolean midLine) throws IOException {
        LineChannel lines = new LineChannel(openAppending(path), midLine);
        return new Opened(lines, identityAt(path));
    }

    private static Optional<Object> identityAt(Path path) throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Opens for appending, creating a file that only its owner may read where there is none. */
    static FileChannel openAppending(Path path) throws IOException {
        FileAttribute<?>[] ownerOnly =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        try {
            return FileChannel.open(
                    path,
                    Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    ownerOnly);
        } catch (NoSuchFileException e) {
            throw new IOException("audit.file " + path + " cannot be created: its directory does not exist", e);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (opened.isPresent()) {
                opened.get().lines().close();
            }
        } catch (IOException e) {
            LOG.error("event=audit.close_failed path=\"{}\" error=\"{}\"", path, e.getMessage());
        } finally {
            lock.unlock();
        }
    }
}
