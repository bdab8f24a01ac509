package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Located;
import dev.hoop.config.Problems;
import dev.hoop.controlplane.SecretText;
import dev.hoop.controlplane.SecretToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * Reads files with secrets, and refuses those that others can read. A group may read a file that root owns, which is how
 * orchestrators hand secrets to a process that is not root; PostgreSQL's server draws the same line for its key file.
 */
final class SecretFile {

    private SecretFile() {}

    /** What is read of a secret file that passed. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** The token in a file. */
    static Optional<SecretToken> token(Located<Path> file, Problems problems) {
        return read(
                file,
                problems,
                "make one: `(umask 077; openssl rand -hex 32 > " + file.value() + ")`",
                SecretToken::read);
    }

    /** The one line of text in a file: a password or a key that somebody else made. A line break at its end is dropped. */
    static Optional<SecretText> text(Located<Path> file, Problems problems) {
        return read(
                file,
                problems,
                "write the secret into it, readable by its owner only",
                path -> SecretText.of(line(path)));
    }

    private static String line(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(SecretText.MAX_LENGTH + 2), StandardCharsets.UTF_8);
            String line = text.replaceFirst("\\r?\\n$", "");
            if (line.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("there is more than one line; leave the secret alone in it");
            }
            return line;
        }
    }

    private static <T> Optional<T> read(Located<Path> file, Problems problems, String howToMake, Reader<T> reader) {
        try {
            Optional<String> tooOpen = tooOpen(file.value());
            if (tooOpen.isPresent()) {
                problems.add(
                        file.position(),
                        "the secret file " + file.value() + " has mode " + tooOpen.get() + ", so others may read it",
                        "run `chmod 600 " + file.value() + "`, and make a new secret if they may have read it");
                return Optional.empty();
            }
            return Optional.of(reader.read(file.value()));
        } catch (NoSuchFileException e) {
            problems.add(file.position(), "there is no file " + file.value(), howToMake);
        } catch (IOException e) {
            problems.add(
                    file.position(), "the secret file " + file.value() + " cannot be read", "check its permissions");
        } catch (IllegalArgumentException e) {
            problems.add(file.position(), "in " + file.value() + ", " + e.getMessage(), "");
        }
        return Optional.empty();
    }

    /** The mode of a file that is open to others, in octal. */
    private static Optional<String> tooOpen(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            // No modes on this file system: its access lists are the administrator's.
            return Optional.empty();
        }
        PosixFileAttributes attributes = view.readAttributes();
        Set<PosixFilePermission> given = attributes.permissions();
        boolean rootOwned = attributes.owner().getName().equals("root");
        boolean group = given.contains(PosixFilePermission.GROUP_WRITE)
                || given.contains(PosixFilePermission.GROUP_READ) && !rootOwned;
        boolean others = given.contains(PosixFilePermission.OTHERS_READ)
                || given.contains(PosixFilePermission.OTHERS_WRITE)
                || given.contains(PosixFilePermission.OTHERS_EXECUTE);
        return group || others ? Optional.of(octal(given)) : Optional.empty();
    }

    private static String octal(Set<PosixFilePermission> given) {
        int mode = 0;
        // The enumeration's order is that of the mode's bits, from the owner's read bit down.
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            mode = mode << 1 | (given.contains(permission) ? 1 : 0);
        }
        return String.format("%04o", mode);
    }
}
