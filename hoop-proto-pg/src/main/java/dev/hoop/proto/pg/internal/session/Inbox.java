package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.relay.ReadControl;
import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.codec.FrontendDecoder;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * What the client said and nobody took yet: the message that is being taken, and bytes behind it. Stops reading from the
 * client while a message waits and enough is read ahead. Confined to the client's event loop.
 */
final class Inbox {

    /** So much is read ahead at most while a message waits. */
    private static final int READ_AHEAD_BYTES = 64 * 1024;

    private final Channel client;
    private final FrontendDecoder decoder;
    private final ReadControl reading;

    /** The message that is being taken; it stays here while it waits. */
    private @Nullable Frame current;

    private boolean shed;

    Inbox(Channel client, int maxStatementBytes) {
        this.client = client;
        this.decoder = new FrontendDecoder(maxStatementBytes);
        this.reading = ReadControl.of(client);
    }

    /** Takes the bytes over. */
    void add(ByteBuf bytes) {
        decoder.add(client.alloc(), bytes);
    }

    /** Goes on to the next message when the last one was taken; false when it is not there yet. */
    boolean next() throws ProtocolViolation {
        if (current == null) {
            current = decoder.next().orElse(null);
        }
        return current != null;
    }

    @Nullable
    Frame current() {
        return current;
    }

    /** Whoever took the current message owns it now. */
    void taken() {
        current = null;
    }

    /** Releases the current message, if there is one. */
    void drop() {
        Frame frame = current;
        current = null;
        if (frame != null) {
            frame.release();
        }
    }

    boolean isEmpty() {
        return current == null && decoder.waiting() == 0;
    }

    /** How many bytes wait here, or have come in part. */
    long bytes() {
        return decoder.waiting() + (current == null ? 0L : current.size());
    }

    /** Drops what has come of a message, and the rest as it comes; false where none has come in part. */
    boolean shed() {
        boolean dropped = current == null && decoder.discardPartial();
        shed |= dropped;
        return dropped;
    }

    /** Whether the message that was too long was dropped by {@link #shed}. */
    boolean takeShed() {
        boolean was = shed;
        shed = false;
        return was;
    }

    /** What a message may have at most to be judged. */
    int limit() {
        return decoder.limit();
    }

    void paceReading() {
        boolean full = current != null && decoder.waiting() > READ_AHEAD_BYTES;
        if (full) {
            reading.pause(ReadControl.Reason.SESSION_FULL);
        } else if (!reading.reading()) {
            reading.resume(ReadControl.Reason.SESSION_FULL);
        }
    }

    /** Releases the bytes that are waiting. */
    void close() {
        decoder.close();
    }
}
