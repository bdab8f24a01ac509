package dev.hoop.proto.pg.internal.session;

import dev.hoop.proto.pg.internal.codec.Frame;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages on in the buffer that they came in: what lay next to each other there goes in one write and is not copied.
 * Confined to its loop.
 */
final class Outbox {

    private final Channel channel;

    /** Where the messages lie that were added last; of the references to it one is kept here. */
    private @Nullable ByteBuf buffer;

    private int start;
    private int end;
    private boolean written;

    Outbox(Channel channel) {
        this.channel = channel;
    }

    /** Takes the frame. */
    void add(Frame frame) {
        if (buffer == frame.buffer() && end == frame.start()) {
            end = frame.end();
            frame.release();
        } else {
            begin(frame.buffer(), frame.start(), frame.end());
        }
    }

    /** Takes the bytes. */
    void add(ByteBuf bytes) {
        begin(bytes, bytes.readerIndex(), bytes.writerIndex());
    }

    private void begin(ByteBuf next, int from, int until) {
        write();
        buffer = next;
        start = from;
        end = until;
    }

    void flush() {
        write();
        if (written) {
            written = false;
            channel.flush();
        }
    }

    private void write() {
        ByteBuf ready = buffer;
        if (ready == null) {
            return;
        }
        buffer = null;
        // Whoever has the only reference may say what of it is to be read.
        ByteBuf message = ready.refCnt() == 1 ? ready.setIndex(start, end) : ready.slice(start, end - start);
        channel.write(message, channel.voidPromise());
        written = true;
    }
}
