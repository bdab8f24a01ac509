package dev.hoop.proto.pg.internal.codec;

import io.netty.buffer.ByteBuf;

/**
 * A message, tag and length included, or a piece of a CopyData: a stretch of the buffer that it was read into. It has a
 * reference to the buffer, which whoever has the frame releases.
 *
 * @param tag the message's tag
 * @param buffer where its bytes are; what else is in there is not the frame's
 * @param start where they begin
 * @param size how many they are; none where it is oversized
 * @param oversized whether the message was longer than what is read whole: its bytes are then gone
 */
public record Frame(byte tag, ByteBuf buffer, int start, int size, boolean oversized) {

    /** Bytes of a tag and a length. */
    public static final int HEADER = 1 + Integer.BYTES;

    /** Where what follows the header begins. */
    public int bodyStart() {
        return start + HEADER;
    }

    public int end() {
        return start + size;
    }

    /** What follows the header; a view, valid as long as the frame is. */
    public ByteBuf body() {
        return buffer.slice(bodyStart(), size - HEADER);
    }

    /** The bytes as they came; a view, valid as long as the frame is. */
    public ByteBuf bytes() {
        return buffer.slice(start, size);
    }

    public void release() {
        buffer.release();
    }
}
