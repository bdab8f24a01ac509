package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.RequestHead;
import io.netty.buffer.ByteBuf;

/**
 * Reads requests of one connection. See the package for how decoders are driven; {@code HEAD} comes first, then
 * {@code BODY} as often as bytes stand in the buffer, then {@code END}.
 */
public final class Http1RequestDecoder {

    private final HeadLimits limits;

    public Http1RequestDecoder(HeadLimits limits) {
        this.limits = limits;
    }

    /**
     * Reads on.
     *
     * @param in what has arrived and was not consumed yet; its reader index moves over what is consumed
     * @throws BadMessage when the request is refused; answer with its status and close
     */
    public Step advance(ByteBuf in) throws BadMessage {
        throw new UnsupportedOperationException("not yet " + limits);
    }

    /** Whether no byte of a request was consumed since the last {@code END}: the connection is between requests. */
    public boolean idle() {
        throw new UnsupportedOperationException("not yet");
    }

    /** The head, after {@code HEAD} and until the next one. */
    public RequestHead head() {
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
