package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;

/** Writes the chunked coding (RFC 9112 section 7.1): open, data, close, and so on, then the end. */
public final class Chunks {

    private static final byte[] LAST = Wire.ascii("0\r\n");

    private Chunks() {}

    /**
     * Appends what stands before the data of a chunk.
     *
     * @param size its octets, at least 1: a chunk of none would end the body
     */
    public static void open(int size, ByteBuf out) {
        if (size < 1) {
            throw new IllegalArgumentException("a chunk holds at least one octet");
        }
        Wire.latin1(Integer.toHexString(size), out);
        out.writeShort(Wire.CRLF);
    }

    /** Appends what stands behind the data of a chunk. */
    public static void close(ByteBuf out) {
        out.writeShort(Wire.CRLF);
    }

    /** Appends the last chunk and the trailers. */
    public static void end(Fields trailers, ByteBuf out) {
        out.writeBytes(LAST);
        for (int i = 0; i < trailers.size(); i++) {
            trailers.writeTo(out, i);
        }
        out.writeShort(Wire.CRLF);
    }
}
