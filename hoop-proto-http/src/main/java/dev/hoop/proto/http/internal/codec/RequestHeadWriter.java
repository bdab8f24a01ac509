package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import io.netty.buffer.ByteBuf;
import java.util.Set;

/**
 * Writes the head of a request for the upstream, as HTTP/1.1: in origin form with dot segments resolved, without the
 * fields of one connection (RFC 9110 section 7.6.1) and those that {@code Connection} names, framing stated anew,
 * {@code Via} appended. Immutable.
 */
public final class RequestHeadWriter {

    private final Via via;
    private final Set<String> dropped;

    /**
     * @param via what marks this process
     * @param dropped names of fields that do not go on, in lower case
     */
    public RequestHeadWriter(Via via, Set<String> dropped) {
        this.via = via;
        this.dropped = Set.copyOf(dropped);
    }

    /**
     * Appends the head.
     *
     * @param framing how the body will be sent: the request's own, or {@link Framing.Length} where it was read whole
     * @param upgrade whether {@code Connection: upgrade} and {@code Upgrade} go on
     * @param expect whether an {@code Expect} field goes on; false where the body was asked for already
     */
    public void write(RequestHead head, Framing framing, boolean upgrade, boolean expect, ByteBuf out) {
        throw new UnsupportedOperationException("not yet " + via + dropped);
    }
}
