package dev.hoop.proto.http.internal.message;

/** How the end of a message's body is told (RFC 9112 section 6.3). */
public sealed interface Framing {

    /** There is no body. */
    record None() implements Framing {}

    /**
     * A body of known length.
     *
     * @param bytes its length, at least 0
     */
    record Length(long bytes) implements Framing {
        public Length {
            if (bytes < 0) {
                throw new IllegalArgumentException("a length is not negative");
            }
        }
    }

    /** A body in chunks, with trailers behind it; over HTTP/2 a body of unknown length. */
    record Chunked() implements Framing {}

    /** A body that ends with the connection; responses only. */
    record UntilClose() implements Framing {}

    Framing NONE = new None();
    Framing CHUNKED = new Chunked();
    Framing UNTIL_CLOSE = new UntilClose();

    /** Whether the message can be followed by a body with at least one byte. */
    default boolean hasBody() {
        return !(this instanceof None) && !(this instanceof Length length && length.bytes() == 0);
    }
}
