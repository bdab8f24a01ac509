package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;

/** Writes the chunked coding (RFC 9112 section 7.1): open, data, close, and so on, then the end. */
public final class Chunks {

    private Chunks() {}

    /** Appends what stands before the data of a chunk. */
    public static void open(int size, ByteBuf out) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Appends what stands behind the data of a chunk. */
    public static void close(ByteBuf out) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Appends the last chunk and the trailers. */
    public static void end(Fields trailers, ByteBuf out) {
        throw new UnsupportedOperationException("not yet");
    }
}
