package dev.hoop.controlplane.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The sidecar's credential. Prints nothing of itself. */
public final class PlaneToken {

    /** The longest token that is taken, in characters. */
    public static final int MAX_LENGTH = 4096;

    private static final Pattern SHAPE = Pattern.compile("[\\x21-\\x7e]{1," + MAX_LENGTH + "}");

    private final String value;

    private PlaneToken(String value) {
        this.value = value;
    }

    /**
     * Takes a token; white space around it is dropped.
     *
     * @throws IllegalArgumentException when it is empty, too long, or has characters that a header cannot carry; the
     *     message does not show it
     */
    public static PlaneToken of(String text) {
        String value = text.strip();
        if (value.isEmpty()) {
            throw new IllegalArgumentException("the sidecar token is empty");
        }
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("the sidecar token is longer than " + MAX_LENGTH
                    + " characters or has characters other than printable ASCII");
        }
        return new PlaneToken(value);
    }

    /**
     * Reads a token from a file that holds nothing else. Blocks.
     *
     * @throws IOException when the file cannot be read
     * @throws IllegalArgumentException as {@link #of}
     */
    public static PlaneToken read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_LENGTH + 64);
            return of(new String(bytes, StandardCharsets.US_ASCII));
        }
    }

    /** The token itself, for the header and as the key of fingerprints. */
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return "PlaneToken[hidden]";
    }
}
