package dev.hoop.proto.grpc.internal.codec;

import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.Optional;

/** Cuts the bytes of a request into messages. Keeps no more than one message and what came with it. */
public final class MessageFramer {

    private final ByteBufAllocator allocator;
    private final int limit;
    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;

    /** @param limit the most bytes that a message may have, without its prefix */
    public MessageFramer(ByteBufAllocator allocator, int limit) {
        this.allocator = allocator;
        this.limit = limit;
    }

    /** @param data released here */
    public void add(ByteBuf data) {
        if (data.isReadable()) {
            buffer = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, buffer, data);
        } else {
            data.release();
        }
    }

    /** Whether nothing is left. */
    public boolean isEmpty() {
        return !buffer.isReadable();
    }

    /** Whether the message that begins now is known to be larger than it may be; the rest need not be waited for. */
    public boolean tooLarge() {
        return buffer.readableBytes() >= MessageFrame.PREFIX_BYTES && length() > limit;
    }

    /**
     * The next message, once all of it is there.
     *
     * @throws BadCall when what is there is no message
     */
    public Optional<MessageFrame> next() throws BadCall {
        if (!buffer.isReadable()) {
            return Optional.empty();
        }
        byte flag = buffer.getByte(buffer.readerIndex());
        if (flag != 0 && flag != 1) {
            throw new BadCall(GrpcStatus.INTERNAL, "a message begins with a flag that is neither 0 nor 1; nothing ran");
        }
        if (buffer.readableBytes() < MessageFrame.PREFIX_BYTES || tooLarge()) {
            return Optional.empty();
        }
        int whole = MessageFrame.PREFIX_BYTES + (int) length();
        return buffer.readableBytes() < whole
                ? Optional.empty()
                : Optional.of(new MessageFrame(buffer.readRetainedSlice(whole)));
    }

    private long length() {
        return buffer.getUnsignedInt(buffer.readerIndex() + 1);
    }

    /** Takes all that is left, as it is. */
    public ByteBuf rest() {
        ByteBuf rest = buffer;
        buffer = Unpooled.EMPTY_BUFFER;
        return rest;
    }

    /** Drops what is left. */
    public void release() {
        rest().release();
    }
}
