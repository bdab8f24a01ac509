package dev.hoop.proto.pg.internal.codec;

import io.netty.buffer.ByteBuf;

/**
 * A message, tag and length included, or a piece of a CopyData.
 *
 * @param tag the message's tag
 * @param bytes the bytes as they came; whoever has the frame releases them
 * @param oversized whether the message was longer than what is read whole: its bytes are then gone
 */
public record Frame(byte tag, ByteBuf bytes, boolean oversized) {

    /** Bytes of a tag and a length. */
    public static final int HEADER = 1 + Integer.BYTES;

    /** What follows the header; a view, valid as long as the frame is. */
    public ByteBuf body() {
        return bytes.slice(bytes.readerIndex() + HEADER, bytes.readableBytes() - HEADER);
    }

    /** How many bytes it keeps. */
    public int size() {
        return bytes.readableBytes();
    }

    public void release() {
        bytes.release();
    }
}
