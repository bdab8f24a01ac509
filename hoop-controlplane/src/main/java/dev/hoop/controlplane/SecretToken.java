package dev.hoop.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A credential of a sidecar or a person. It prints nothing of itself; the plane keeps only its SHA-256.
 *
 * <p>A plain hash is enough because a token is no password: it has at least 128 bits that nobody chose, so there is
 * nothing to guess, and a slow hash would only slow every call down.
 */
public final class SecretToken {

    /** The shortest token, in characters. */
    public static final int MIN_LENGTH = 32;

    /** The longest token, in characters. */
    public static final int MAX_LENGTH = 512;

    private static final int RANDOM_BYTES = 32;
    private static final int MIN_DISTINCT = 10;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern SHAPE = Pattern.compile("[\\x21-\\x7e]{" + MIN_LENGTH + "," + MAX_LENGTH + "}");

    private final String value;

    private SecretToken(String value) {
        this.value = value;
    }

    /** A new one of 256 random bits, in 43 characters that are safe in a URL. */
    public static SecretToken random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        return new SecretToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * Takes one that somebody made.
     *
     * @throws IllegalArgumentException when it cannot be a random token; the message does not show it
     */
    public static SecretToken of(String text) {
        if (!SHAPE.matcher(text).matches() || text.chars().distinct().count() < MIN_DISTINCT) {
            throw new IllegalArgumentException("the token is not " + MIN_LENGTH + " to " + MAX_LENGTH
                    + " random characters; make one with `openssl rand -hex 32`");
        }
        return new SecretToken(text);
    }

    /** Takes what a client sent; empty when it cannot be a token, so that there is nothing to look up. */
    public static Optional<SecretToken> received(String text) {
        return SHAPE.matcher(text).matches() ? Optional.of(new SecretToken(text)) : Optional.empty();
    }

    /**
     * Reads one from a file that holds nothing else; white space around it is dropped. The file's permissions are the
     * caller's to check.
     *
     * @throws IOException when the file cannot be read
     * @throws IllegalArgumentException as {@link #of}
     */
    public static SecretToken read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(new String(in.readNBytes(MAX_LENGTH + 64), StandardCharsets.ISO_8859_1).strip());
        }
    }

    /**
     * Writes it to a new file that only its owner may read (mode 0600, where the file system has modes).
     *
     * @throws IOException when it cannot be written, or the file exists
     */
    public void write(Path file) throws IOException {
        FileAttribute<?>[] mode =
                file.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        Files.createFile(file, mode);
        Files.writeString(file, value + System.lineSeparator(), StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** The token itself, for the one who is to use it. */
    public String value() {
        return value;
    }

    /** What the plane keeps of it. */
    public byte[] sha256() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "SecretToken[hidden]";
    }
}
