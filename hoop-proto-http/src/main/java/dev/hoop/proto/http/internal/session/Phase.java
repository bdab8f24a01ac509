package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;

/** Where an exchange stands, and what it does with what happens there. Confined to the loop. */
sealed interface Phase permits Buffering, Judging, Forwarding, StatusReading, Discarding, Finished {

    /** Whether a part of the request's body can be taken now. */
    boolean wantsBody();

    /** A part of the request's body; the receiver's to release. */
    void body(ByteBuf data);

    /** The request is complete. */
    void end(Fields trailers);

    /** The client sends nothing more; it may still read. The request may or may not be complete. */
    default void halfClosed() {}

    /** The client is gone. */
    void gone();

    /** The client's {@code writable} changed. */
    default void writabilityChanged() {}

    /** The sidecar drains. */
    default void drain() {}

    /** Sends what was written to the upstream. */
    default void flush() {}
}
