package dev.hoop.core.settings;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A file that must be there: checked while the configuration is read, so that the problem has a position.
 *
 * @param path as written, so relative to the working directory
 */
record ExistingFile(Path path) {

    /** Checks that the path is that of a readable file. */
    public static ExistingFile parse(String text) {
        Path path = path(text);
        if (!Files.exists(path)) {
            throw new IllegalArgumentException(
                    "there is no file " + path.toAbsolutePath() + "; write the path of an existing file");
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(path.toAbsolutePath() + " is not a file; write the path of a file");
        }
        if (!Files.isReadable(path)) {
            throw new IllegalArgumentException(
                    "this user may not read " + path.toAbsolutePath() + "; give it read permission");
        }
        return new ExistingFile(path);
    }

    private static Path path(String text) {
        try {
            if (!text.isBlank()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            // Said below: which characters a path may have is the system's business.
        }
        throw new IllegalArgumentException("this is not a path; write the path of an existing file");
    }
}
