package dev.hoop.review;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The id of a review, as the Control Plane gave it.
 *
 * @param value 1 to 128 letters, digits, {@code -} or {@code _}: safe in a path, a header and a log line as it stands
 */
public record ReviewId(String value) {

    /** The longest id that is accepted from a plane or a client, in characters. */
    public static final int MAX_LENGTH = 128;

    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9_-]{1," + MAX_LENGTH + "}");

    /** @throws IllegalArgumentException when the value is not of the shape above */
    public ReviewId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a review id");
        }
    }

    /** Reads an id that came from outside; empty when it cannot be one. */
    public static Optional<ReviewId> parse(String value) {
        return SHAPE.matcher(value).matches() ? Optional.of(new ReviewId(value)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
