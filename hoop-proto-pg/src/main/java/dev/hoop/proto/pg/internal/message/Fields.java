package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Reads the fields of one message's body; every bound is checked before anything is kept. */
final class Fields {

    private final ByteBuf bytes;
    private final int end;
    private final String message;
    private int at;

    /**
     * @param bytes where the body is; neither released nor moved on
     * @param start where it begins
     * @param end where it ends
     * @param message the message's name, for errors
     */
    Fields(ByteBuf bytes, int start, int end, String message) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
        this.message = message;
    }

    /** @param body the body and nothing behind it */
    Fields(ByteBuf body, String message) {
        this(body, body.readerIndex(), body.writerIndex(), message);
    }

    /** A String of the protocol, without the zero byte that ends it. */
    byte[] string() throws ProtocolViolation {
        byte[] text = bytes(lengthOfString());
        at++;
        return text;
    }

    /** A name. One byte is one character here: names are only compared, and shown where they are ASCII. */
    String name() throws ProtocolViolation {
        int length = lengthOfString();
        String name = length == 0 ? "" : new String(bytes(length), StandardCharsets.ISO_8859_1);
        at++;
        return name;
    }

    private int lengthOfString() throws ProtocolViolation {
        need(1);
        int zero = bytes.getByte(at) == 0 ? at : bytes.indexOf(at, end, (byte) 0);
        if (zero < 0) {
            throw broken();
        }
        return zero - at;
    }

    byte int8() throws ProtocolViolation {
        need(Byte.BYTES);
        return bytes.getByte(at++);
    }

    /** An Int16 that counts something; the server reads it without a sign. */
    int count() throws ProtocolViolation {
        return int16() & 0xffff;
    }

    int int16() throws ProtocolViolation {
        need(Short.BYTES);
        int value = bytes.getShort(at);
        at += Short.BYTES;
        return value;
    }

    int int32() throws ProtocolViolation {
        need(Integer.BYTES);
        int value = bytes.getInt(at);
        at += Integer.BYTES;
        return value;
    }

    byte[] bytes(int count) throws ProtocolViolation {
        if (count < 0) {
            throw broken();
        }
        need(count);
        byte[] copy = new byte[count];
        bytes.getBytes(at, copy);
        at += count;
        return copy;
    }

    /** Where the next field begins. */
    int position() {
        return at;
    }

    /** Everything from there on. */
    byte[] restFrom(int position) {
        byte[] rest = new byte[end - position];
        bytes.getBytes(position, rest);
        at = end;
        return rest;
    }

    byte[] rest() {
        return restFrom(at);
    }

    /** Checks that {@code count} things of at least {@code each} bytes can still come, before room is made for them. */
    void need(int count, int each) throws ProtocolViolation {
        need(Math.multiplyExact(count, each));
    }

    private void need(int count) throws ProtocolViolation {
        if (end - at < count) {
            throw broken();
        }
    }

    /** Nothing may follow. */
    void end() throws ProtocolViolation {
        if (at < end) {
            throw broken();
        }
    }

    ProtocolViolation broken() {
        return new ProtocolViolation("invalid " + message + " message: its fields do not fit its length");
    }
}
