package dev.hoop.controlplane.internal.api;

import dev.hoop.web.WebFailure;
import java.util.Optional;

/** Reasons that people give. */
public final class Reasons {

    /** The longest reason, in characters. */
    static final int MAX_LENGTH = 1000;

    private Reasons() {}

    /**
     * A reason as one line, since it travels in error texts of wire protocols; empty when there is nothing in it.
     *
     * @throws WebFailure 400 when it is too long
     */
    public static Optional<String> clean(Optional<String> text) {
        String line = text.orElse("")
                .codePoints()
                .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        if (line.length() > MAX_LENGTH) {
            throw new WebFailure(400, "the reason is longer than " + MAX_LENGTH + " characters");
        }
        return line.isEmpty() ? Optional.empty() : Optional.of(line);
    }
}
