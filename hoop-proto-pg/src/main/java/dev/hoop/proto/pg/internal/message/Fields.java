package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Reads the fields of one message's body; every bound is checked before anything is kept. */
final class Fields {

    private final ByteBuf body;
    private final String message;

    /**
     * @param body the body and nothing behind it; read, not released
     * @param message the message's name, for errors
     */
    Fields(ByteBuf body, String message) {
        this.body = body;
        this.message = message;
    }

    /** A String of the protocol, without the zero byte that ends it. */
    byte[] string() throws ProtocolViolation {
        int length = body.bytesBefore((byte) 0);
        if (length < 0) {
            throw broken();
        }
        byte[] text = new byte[length];
        body.readBytes(text);
        body.skipBytes(1);
        return text;
    }

    /** A name. One byte is one character here: names are only compared, and shown where they are ASCII. */
    String name() throws ProtocolViolation {
        int length = body.bytesBefore((byte) 0);
        if (length < 0) {
            throw broken();
        }
        String name = length == 0 ? "" : body.toString(body.readerIndex(), length, StandardCharsets.ISO_8859_1);
        body.skipBytes(length + 1);
        return name;
    }

    byte int8() throws ProtocolViolation {
        need(Byte.BYTES);
        return body.readByte();
    }

    /** An Int16 that counts something; the server reads it without a sign. */
    int count() throws ProtocolViolation {
        need(Short.BYTES);
        return body.readUnsignedShort();
    }

    int int16() throws ProtocolViolation {
        need(Short.BYTES);
        return body.readShort();
    }

    int int32() throws ProtocolViolation {
        need(Integer.BYTES);
        return body.readInt();
    }

    byte[] bytes(int count) throws ProtocolViolation {
        if (count < 0) {
            throw broken();
        }
        need(count);
        byte[] bytes = new byte[count];
        body.readBytes(bytes);
        return bytes;
    }

    byte[] rest() {
        byte[] bytes = new byte[body.readableBytes()];
        body.readBytes(bytes);
        return bytes;
    }

    /** Checks that {@code count} things of at least {@code each} bytes can still come, before room is made for them. */
    void need(int count, int each) throws ProtocolViolation {
        need(Math.multiplyExact(count, each));
    }

    private void need(int bytes) throws ProtocolViolation {
        if (body.readableBytes() < bytes) {
            throw broken();
        }
    }

    /** Nothing may follow. */
    void end() throws ProtocolViolation {
        if (body.isReadable()) {
            throw broken();
        }
    }

    ProtocolViolation broken() {
        return new ProtocolViolation("invalid " + message + " message: its fields do not fit its length");
    }
}
