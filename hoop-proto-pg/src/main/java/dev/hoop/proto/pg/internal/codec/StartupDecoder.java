package dev.hoop.proto.pg.internal.codec;

import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.StartupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.Optional;

/** Splits off the packets that a client begins with. */
public final class StartupDecoder implements AutoCloseable {

    /** The length itself, and a request code or version. */
    private static final int MIN_LENGTH = 2 * Integer.BYTES;

    private ByteBuf read = Unpooled.EMPTY_BUFFER;

    /**
     * A packet.
     *
     * @param packet what it says
     * @param bytes the packet as it came, length included; whoever has it releases it
     */
    public record Packet(StartupPacket packet, ByteBuf bytes) {}

    /** Adds what was read. Takes the buffer. */
    public void add(ByteBufAllocator allocator, ByteBuf more) {
        read = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, read, more);
    }

    /** The first byte that waits, if any. */
    public Optional<Byte> first() {
        return read.isReadable() ? Optional.of(read.getByte(read.readerIndex())) : Optional.empty();
    }

    /** The next packet; empty when more must be read first. */
    public Optional<Packet> next() throws ProtocolViolation {
        if (read.readableBytes() < Integer.BYTES) {
            return Optional.empty();
        }
        int length = read.getInt(read.readerIndex());
        if (length < MIN_LENGTH || length > StartupPacket.MAX_LENGTH) {
            throw new ProtocolViolation("invalid length of startup packet");
        }
        if (read.readableBytes() < length) {
            return Optional.empty();
        }
        StartupPacket packet =
                StartupPacket.read(read.slice(read.readerIndex() + Integer.BYTES, length - Integer.BYTES));
        return Optional.of(new Packet(packet, read.readRetainedSlice(length)));
    }

    /** Takes what was read and belongs to nothing yet; the caller releases it. */
    public ByteBuf takeRest() {
        ByteBuf rest = read;
        read = Unpooled.EMPTY_BUFFER;
        return rest;
    }

    @Override
    public void close() {
        takeRest().release();
    }
}
