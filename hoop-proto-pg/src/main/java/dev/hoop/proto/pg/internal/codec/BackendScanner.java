package dev.hoop.proto.pg.internal.codec;

import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Walks over what a server says and hands it on: whole runs of bytes where nobody has to look at a message's inside, which
 * is nearly always, and single messages where somebody has.
 */
public final class BackendScanner implements AutoCloseable {

    /** The longest message that anybody looks into. */
    private static final int MAX_INSPECTED = 1024 * 1024;

    /** No message of a server is longer: it makes them in memory of MaxAllocSize in utils/memutils.h. */
    private static final int MAX_LENGTH = 0x3fffffff + Integer.BYTES;

    /** Who is told. */
    public interface Listener {

        /** What to do with a message, by its tag. */
        enum Interest {
            /** Nothing: it is handed on as it comes. */
            PASS,
            /** It is shown to {@link #look} whole, and then handed on. */
            LOOK,
            /** It is given to {@link #take} whole, and not handed on. */
            TAKE
        }

        /**
         * A message begins. Called once per message, before any of its bytes is handed on.
         *
         * @throws ProtocolViolation when it must not come now; then none of it is handed on
         */
        Interest begins(byte tag) throws ProtocolViolation;

        /**
         * A whole message, which is handed on afterwards together with what is around it: nothing else may be handed on now.
         *
         * @param bytes where it is, valid during the call
         * @param start where its body begins
         * @param end where its body ends
         */
        void look(byte tag, ByteBuf bytes, int start, int end) throws ProtocolViolation;

        /** A whole message; everything before it was handed on. To be released by who gets it. */
        void take(Frame frame) throws ProtocolViolation;

        /** Bytes to hand on; to be released by who gets them. */
        void pass(ByteBuf bytes);
    }

    private final Listener listener;
    private ByteBuf kept = Unpooled.EMPTY_BUFFER;

    /** What is left to come of the message that is being handed on. */
    private int passing;

    /** Whether what was handed on ends between two messages; what was walked over since then does not count. */
    private boolean boundary = true;

    /** What the message at the start of {@link #kept} was announced for, while its rest is waited for. */
    private Listener.@Nullable Interest announced;

    public BackendScanner(Listener listener) {
        this.listener = listener;
    }

    /** Whether what was handed on so far ends between two messages, so that another may be put there. */
    public boolean atBoundary() {
        return boundary;
    }

    /** Walks over what was read. Takes the buffer. */
    public void read(ByteBufAllocator allocator, ByteBuf more) throws ProtocolViolation {
        ByteBuf all = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, kept, more);
        kept = all;
        int at = walk(all);
        kept = Unpooled.EMPTY_BUFFER;
        if (at == all.writerIndex()) {
            // Nothing stays here: the buffer itself goes on.
            if (all.isReadable()) {
                listener.pass(all);
            } else {
                all.release();
            }
        } else {
            handOn(all, at);
            kept = all;
        }
        boundary = passing == 0;
    }

    /**
     * Walks over whole messages. What lies between the reader index and the result is to be handed on; behind it stands a
     * message that cannot be told yet.
     */
    private int walk(ByteBuf all) throws ProtocolViolation {
        int at = all.readerIndex();
        int end = all.writerIndex();
        while (at < end) {
            if (passing > 0) {
                int size = Math.min(passing, end - at);
                passing -= size;
                at += size;
                continue;
            }
            if (end - at < Frame.HEADER) {
                return at;
            }
            byte tag = all.getByte(at);
            int length = all.getInt(at + 1);
            if (length < Integer.BYTES || length > MAX_LENGTH) {
                throw new ProtocolViolation("the server sent an invalid message length");
            }
            Listener.Interest interest = announced == null ? listener.begins(tag) : announced;
            if (interest == Listener.Interest.PASS) {
                passing = length + 1;
                continue;
            }
            if (length > MAX_INSPECTED) {
                throw new ProtocolViolation("the server sent a message that is too long to be read");
            }
            announced = interest;
            if (end - at < length + 1) {
                return at;
            }
            announced = null;
            if (interest == Listener.Interest.LOOK) {
                listener.look(tag, all, at + Frame.HEADER, at + length + 1);
                at += length + 1;
            } else {
                handOn(all, at);
                boundary = true;
                listener.take(new Frame(tag, all.retain(), at, length + 1, false));
                at += length + 1;
                all.readerIndex(at);
            }
        }
        return at;
    }

    private void handOn(ByteBuf all, int until) {
        int size = until - all.readerIndex();
        if (size > 0) {
            listener.pass(all.readRetainedSlice(size));
        }
    }

    @Override
    public void close() {
        kept.release();
        kept = Unpooled.EMPTY_BUFFER;
    }
}
