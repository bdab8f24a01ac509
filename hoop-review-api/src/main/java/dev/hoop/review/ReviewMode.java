package dev.hoop.review;

import java.util.Locale;
import java.util.Optional;

/** How a statement waits for its review. */
public enum ReviewMode {
    /** The statement waits on its connection. */
    HOLD,

    /** The statement is denied at once with the review's id; the client resends it after approval. */
    RETURN;

    /** The word in configuration and on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a client's choice; empty for anything but {@code hold} and {@code return}, which is then ignored. */
    public static Optional<ReviewMode> parse(String word) {
        for (ReviewMode mode : values()) {
            if (mode.word().equals(word)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
