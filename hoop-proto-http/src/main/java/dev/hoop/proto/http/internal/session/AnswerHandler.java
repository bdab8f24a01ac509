package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;

/**
 * Who waits for the answer on an {@link UpstreamConnection}. {@link #onEnd} or {@link #onFailed} is the last call. Called on
 * the connection's loop.
 */
interface AnswerHandler {

    /** An interim head; another head follows. */
    void onInterim(ResponseHead head);

    /** The final head, or the one that switches protocols. */
    void onHead(ResponseHead head);

    /** A part of the body; the receiver's to release. */
    void onBody(ByteBuf data);

    /** The answer is complete; the connection is the receiver's to give back or to close. */
    void onEnd(Fields trailers);

    /** There will be no answer, or no more of it. The connection is closed. */
    void onFailed(UpstreamFailure failure);

    /** What was read at once has been handed over. */
    void onReadComplete();

    /** {@link UpstreamConnection#writable} changed. */
    void onWritabilityChanged();
}
