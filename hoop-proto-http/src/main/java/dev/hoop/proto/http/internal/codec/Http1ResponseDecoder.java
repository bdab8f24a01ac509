package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;

/**
 * Reads responses of one upstream connection: {@link #expect} tells of a request, then {@code HEAD} and {@code END} for
 * each interim response, then {@code HEAD}, {@code BODY} as often as bytes stand in the buffer, and {@code END} for the
 * final one. After {@code HEAD} of a 101 the decoder is done: what follows is not HTTP.
 */
public final class Http1ResponseDecoder {

    private final HeadLimits limits;

    public Http1ResponseDecoder(HeadLimits limits) {
        this.limits = limits;
    }

    /**
     * The request that was sent and whose response comes now.
     *
     * @param headRequest whether its method was HEAD, whose response has no body
     */
    public void expect(boolean headRequest) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Reads on.
     *
     * @param in what has arrived and was not consumed yet
     * @throws BadMessage when the response is malformed, or bytes came without a request: the upstream connection must
     *     be closed, and the client gets 502 unless it already got a head
     */
    public Step advance(ByteBuf in) throws BadMessage {
        throw new UnsupportedOperationException("not yet " + limits);
    }

    /**
     * The upstream closed, and {@link #advance} has said {@code NEED_MORE}.
     *
     * @return {@code END} when that ends the response, {@code NEED_MORE} when none was expected
     * @throws BadMessage when the response is cut short
     */
    public Step inputClosed() throws BadMessage {
        throw new UnsupportedOperationException("not yet");
    }

    /** The head, after {@code HEAD}. */
    public ResponseHead head() {
        throw new UnsupportedOperationException("not yet");
    }

    /** The part of the body, after {@code BODY}: a retained slice that the caller releases. Never empty. */
    public ByteBuf body() {
        throw new UnsupportedOperationException("not yet");
    }

    /** The trailers, after {@code END}; empty unless the body was chunked. */
    public Fields trailers() {
        return Fields.EMPTY;
    }
}
