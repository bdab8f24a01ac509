package dev.hoop.proto.pg.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** Puts small messages together, so that they take one write. Confined to its loop. */
final class Outbox {

    /** Up to this size copying a message costs less than writing it by itself. */
    private static final int SMALL = 2048;

    private final Channel channel;
    private @Nullable ByteBuf small;
    private boolean written;

    Outbox(Channel channel) {
        this.channel = channel;
    }

    /** Takes the bytes. */
    void add(ByteBuf bytes) {
        if (bytes.readableBytes() > SMALL) {
            writeSmall();
            channel.write(bytes, channel.voidPromise());
            written = true;
            return;
        }
        if (small == null) {
            small = channel.alloc().buffer(Math.max(256, bytes.readableBytes()));
        }
        small.writeBytes(bytes);
        bytes.release();
    }

    void flush() {
        writeSmall();
        if (written) {
            written = false;
            channel.flush();
        }
    }

    private void writeSmall() {
        if (small != null) {
            channel.write(small, channel.voidPromise());
            small = null;
            written = true;
        }
    }
}
