package dev.hoop.testkit.pg;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes a message's body, then the message. Integers are in network byte order, strings end with a zero byte. */
final class PgBytes {

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    PgBytes int8(int value) {
        body.write(value);
        return this;
    }

    PgBytes int16(int value) {
        body.write(value >>> 8);
        body.write(value);
        return this;
    }

    PgBytes int32(int value) {
        body.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
        return this;
    }

    PgBytes string(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8)).int8(0);
    }

    PgBytes bytes(byte[] value) {
        body.writeBytes(value);
        return this;
    }

    /** The message with its tag, its length and its body. */
    byte[] tagged(char tag) {
        return PgFrontend.frame(tag, body.size() + Integer.BYTES, body.toByteArray());
    }

    /** The message of the startup phase: its length and its body. */
    byte[] untagged() {
        byte[] bytes = body.toByteArray();
        return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(Integer.BYTES + bytes.length)
                .put(bytes)
                .array();
    }
}
