package dev.hoop.proto.grpc.internal.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * One length-prefixed message as it came.
 *
 * @param bytes all of it, its prefix included; whoever takes the frame owns it
 */
public record MessageFrame(ByteBuf bytes) {

    /** A flag and a length of four bytes. */
    public static final int PREFIX_BYTES = 5;

    /** Whether the flag says that the message is compressed. */
    public boolean compressed() {
        return bytes.getByte(bytes.readerIndex()) == 1;
    }

    /** A copy of the message without its prefix. */
    public byte[] message() {
        return ByteBufUtil.getBytes(
                bytes, bytes.readerIndex() + PREFIX_BYTES, bytes.readableBytes() - PREFIX_BYTES, true);
    }
}
