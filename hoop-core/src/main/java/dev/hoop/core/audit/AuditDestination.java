package dev.hoop.core.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the trail goes, by the word in {@code audit.file}. */
public sealed interface AuditDestination {

    /** The process's standard output. */
    record Stdout() implements AuditDestination {}

    /**
     * A file, or a pipe that has a name.
     *
     * @param path where it is; created with mode 0600 when it is missing, its directory must be there
     */
    record File(Path path) implements AuditDestination {}

    /** Reads the word: {@code -} is standard output, anything else a path. */
    static AuditDestination parse(String word) {
        if (word.isBlank()) {
            throw new IllegalArgumentException("audit.file is empty: write a path, or \"-\" for standard output");
        }
        return word.equals("-") ? new Stdout() : new File(Path.of(word));
    }

    /**
     * Opens it. A regular file is written by the event loops themselves, since the page cache takes it at once. Anything
     * that may stall has one writer thread behind a bounded queue.
     *
     * @param memoryBuffer how many records may wait for a stalled reader
     * @throws IOException when it cannot be opened; the message says what to do
     */
    default AuditSink open(int memoryBuffer) throws IOException {
        if (this instanceof File file) {
            Path path = file.path();
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                if (Files.isDirectory(path)) {
                    throw new IOException("audit.file " + path + " is a directory: name a file in it");
                }
                return new QueuedSink(() -> FileSink.openAppending(path), memoryBuffer);
            }
            return new FileSink(path);
        }
        return new QueuedSink(StandardOutput::new, memoryBuffer);
    }
}
