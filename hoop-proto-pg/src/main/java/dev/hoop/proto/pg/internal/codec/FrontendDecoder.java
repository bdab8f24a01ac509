package dev.hoop.proto.pg.internal.codec;

import dev.hoop.proto.pg.internal.message.FrontendTag;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.Optional;

/**
 * Splits what a client says into messages. Those that are judged come whole, up to a limit; CopyData comes in pieces as it
 * arrives, since it is data and nothing else.
 */
public final class FrontendDecoder implements AutoCloseable {

    /** The longest of the messages that carry neither text nor data: PQ_SMALL_MESSAGE_LIMIT in libpq/libpq.h. */
    private static final int SMALL_LIMIT = 10_000;

    /** The longest message of authentication: PG_MAX_AUTH_TOKEN_LENGTH in libpq/auth.h. */
    private static final int PASSWORD_LIMIT = 65_535;

    /** The longest that a server takes: PQ_LARGE_MESSAGE_LIMIT in libpq/libpq.h. */
    private static final int LARGE_LIMIT = 0x3fffffff - 1;

    /** The longest body that PostgreSQL takes, by the tag, 0 for those that there are not: SocketBackend in tcop/postgres.c. */
    private static final int[] LIMITS = limits();

    private enum State {
        HEADER,
        COPY_DATA,
        OVERSIZED
    }

    private final int maxMessageBytes;
    private ByteBuf read = Unpooled.EMPTY_BUFFER;
    private State state = State.HEADER;
    private byte tag;
    private int missing;

    /** @param maxMessageBytes the longest message with a text or parameters that is read whole, header excluded */
    public FrontendDecoder(int maxMessageBytes) {
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Adds what was read. Takes the buffer. */
    public void add(ByteBufAllocator allocator, ByteBuf more) {
        read = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, read, more);
    }

    /** The longest message with a text or parameters that is read whole. */
    public int limit() {
        return maxMessageBytes;
    }

    /** How many bytes wait for the rest of their message. */
    public int waiting() {
        return read.readableBytes();
    }

    /** Drops the message that has come in part, and the rest of it as it comes; false where none has. */
    public boolean discardPartial() {
        if (state != State.HEADER || read.readableBytes() < Frame.HEADER) {
            return false;
        }
        // Its header was looked at when next() found that more must be read.
        int length = read.getInt(read.readerIndex() + 1);
        if (read.readableBytes() > length) {
            return false;
        }
        tag = read.getByte(read.readerIndex());
        missing = length + 1 - read.readableBytes();
        read.release();
        read = Unpooled.EMPTY_BUFFER;
        state = State.OVERSIZED;
        return true;
    }

    /** The next message or piece; empty when more must be read first. */
    public Optional<Frame> next() throws ProtocolViolation {
        if (state == State.HEADER) {
            return header();
        }
        return state == State.COPY_DATA ? piece() : discard();
    }

    private Optional<Frame> header() throws ProtocolViolation {
        if (read.readableBytes() < Frame.HEADER) {
            // An unknown tag is told before its length comes.
            if (read.isReadable()) {
                limit(read.getByte(read.readerIndex()));
            }
            return drained();
        }
        tag = read.getByte(read.readerIndex());
        int length = read.getInt(read.readerIndex() + 1);
        int limit = limit(tag);
        if (length < Integer.BYTES || length - Integer.BYTES > limit || (length > Integer.BYTES && isEmpty(tag))) {
            throw new ProtocolViolation("invalid message length");
        }
        missing = length + 1;
        if (tag == FrontendTag.COPY_DATA) {
            state = State.COPY_DATA;
            return piece();
        }
        if (limit == LARGE_LIMIT && length - Integer.BYTES > maxMessageBytes) {
            state = State.OVERSIZED;
            return discard();
        }
        if (read.readableBytes() < missing) {
            return Optional.empty();
        }
        return Optional.of(frame(missing));
    }

    private Optional<Frame> piece() {
        int size = Math.min(missing, read.readableBytes());
        if (size == 0) {
            return drained();
        }
        missing -= size;
        if (missing == 0) {
            state = State.HEADER;
        }
        return Optional.of(frame(size));
    }

    private Frame frame(int size) {
        Frame frame = new Frame(tag, read.retain(), read.readerIndex(), size, false);
        read.skipBytes(size);
        return frame;
    }

    /** Drops the message's bytes as they come; tells of it once they are all gone. */
    private Optional<Frame> discard() {
        int size = Math.min(missing, read.readableBytes());
        read.skipBytes(size);
        missing -= size;
        if (missing > 0) {
            return drained();
        }
        state = State.HEADER;
        return Optional.of(new Frame(tag, Unpooled.EMPTY_BUFFER, 0, 0, true));
    }

    /** Gives an emptied buffer back while nothing comes. */
    private Optional<Frame> drained() {
        if (!read.isReadable()) {
            read.release();
            read = Unpooled.EMPTY_BUFFER;
        }
        return Optional.empty();
    }

    /**
     * Whether a message of that kind has no fields. A server fails a Flush that has a body, and an error that answers nothing
     * would be taken for the answer to what comes behind it: from then on every answer would be another message's.
     */
    private static boolean isEmpty(byte tag) {
        return tag == FrontendTag.FLUSH
                || tag == FrontendTag.SYNC
                || tag == FrontendTag.COPY_DONE
                || tag == FrontendTag.TERMINATE;
    }

    private static int limit(byte tag) throws ProtocolViolation {
        int limit = tag < 0 ? 0 : LIMITS[tag];
        if (limit == 0) {
            throw new ProtocolViolation("invalid frontend message type " + (tag & 0xff));
        }
        return limit;
    }

    private static int[] limits() {
        int[] limits = new int[Byte.MAX_VALUE + 1];
        for (byte large : new byte[] {
            FrontendTag.QUERY, FrontendTag.PARSE, FrontendTag.BIND, FrontendTag.FUNCTION_CALL, FrontendTag.COPY_DATA
        }) {
            limits[large] = LARGE_LIMIT;
        }
        limits[FrontendTag.PASSWORD] = PASSWORD_LIMIT;
        for (byte small : new byte[] {
            FrontendTag.CLOSE,
            FrontendTag.COPY_DONE,
            FrontendTag.COPY_FAIL,
            FrontendTag.DESCRIBE,
            FrontendTag.EXECUTE,
            FrontendTag.FLUSH,
            FrontendTag.SYNC,
            FrontendTag.TERMINATE
        }) {
            limits[small] = SMALL_LIMIT;
        }
        return limits;
    }

    @Override
    public void close() {
        read.release();
        read = Unpooled.EMPTY_BUFFER;
    }
}
