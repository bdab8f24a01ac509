package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * A process and its secret, as BackendKeyData gives and CancelRequest repeats them. Compares by its bytes; shows nothing
 * of them.
 */
public final class CancelKey {

    /** One character a byte. */
    private final String value;

    private CancelKey(String value) {
        this.value = value;
    }

    public static CancelKey of(byte[] bytes) {
        return new CancelKey(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /** @param body the body of BackendKeyData; read, not released */
    public static CancelKey read(ByteBuf body) {
        return of(new Fields(body, "BackendKeyData").rest());
    }

    byte[] bytes() {
        return value.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CancelKey key && key.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "CancelKey";
    }
}
