package dev.hoop.proto.pg.internal.codec;

import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;

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
            /** It is handed to {@link #message} whole, and not handed on. */
            INSPECT,
            /** It is dropped. */
            DROP
        }

        /** A message begins. Called once per message, before any of its bytes is handed on. */
        Interest begins(byte tag);

        /** A whole message that {@link #begins} wanted to see; to be released by who gets it. */
        void message(Frame frame) throws ProtocolViolation;

        /** Bytes to hand on; to be released by who gets them. */
        void pass(ByteBuf bytes);
    }

    private final Listener listener;
    private ByteBuf kept = Unpooled.EMPTY_BUFFER;
    private int passing;
    private int dropping;

    public BackendScanner(Listener listener) {
        this.listener = listener;
    }

    /** Whether what was handed on so far ends between two messages, so that another may be put there. */
    public boolean atBoundary() {
        return passing == 0;
    }

    /** Walks over what was read. Takes the buffer. */
    public void read(ByteBufAllocator allocator, ByteBuf more) throws ProtocolViolation {
        ByteBuf all = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, kept, more);
        kept = Unpooled.EMPTY_BUFFER;
        try {
            walk(all);
        } finally {
            if (all.isReadable()) {
                kept = all;
            } else {
                all.release();
            }
        }
    }

    /** The reader index stands where the next byte to hand on is; {@code at} runs ahead of it over whole messages. */
    private void walk(ByteBuf all) throws ProtocolViolation {
        int at = all.readerIndex();
        int end = all.writerIndex();
        while (at < end) {
            if (passing > 0) {
                int size = Math.min(passing, end - at);
                passing -= size;
                at += size;
                continue;
            }
            if (dropping > 0) {
                handOn(all, at);
                int size = Math.min(dropping, end - at);
                dropping -= size;
                at += size;
                all.readerIndex(at);
                continue;
            }
            if (end - at < Frame.HEADER) {
                break;
            }
            byte tag = all.getByte(at);
            int length = all.getInt(at + 1);
            if (length < Integer.BYTES || length > MAX_LENGTH) {
                throw new ProtocolViolation("the server sent an invalid message length");
            }
            Listener.Interest interest = pending ? Listener.Interest.INSPECT : listener.begins(tag);
            if (interest == Listener.Interest.PASS) {
                passing = length + 1;
            } else if (interest == Listener.Interest.DROP) {
                dropping = length + 1;
            } else {
                if (length > MAX_INSPECTED) {
                    throw new ProtocolViolation("the server sent a message that is too long to be read");
                }
                handOn(all, at);
                if (end - at < length + 1) {
                    pending = true;
                    return;
                }
                pending = false;
                listener.message(new Frame(tag, all.readRetainedSlice(length + 1), false));
                at = all.readerIndex();
            }
        }
        handOn(all, at);
    }

    /** Whether the message at the reader index was announced already and its rest is waited for. */
    private boolean pending;

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
