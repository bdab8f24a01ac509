package dev.hoop.testkit.pg;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A parameter of Bind or an argument of FunctionCall.
 *
 * @param format 0 is text, 1 is binary
 * @param value its bytes; empty is the SQL NULL. Not to be changed
 */
public record PgParameter(int format, Optional<byte[]> value) {

    /** In text format. */
    public static PgParameter text(String value) {
        return new PgParameter(0, Optional.of(value.getBytes(StandardCharsets.UTF_8)));
    }

    /** In binary format. */
    public static PgParameter binary(byte[] value) {
        return new PgParameter(1, Optional.of(value.clone()));
    }

    /** An {@code int4} in binary format. */
    public static PgParameter int4(int value) {
        return binary(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }

    /** NULL, in text format. */
    public static PgParameter none() {
        return new PgParameter(0, Optional.empty());
    }
}
