package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.Set;

/**
 * Writes the head of a response for a client of HTTP/1: without the fields of one connection, framing stated anew,
 * {@code Via} appended. Immutable.
 */
public final class ResponseHeadWriter {

    private final Via via;
    private final Set<String> dropped;

    /**
     * @param via what marks this process
     * @param dropped names of an upstream's fields that do not go on, in lower case: those that only the sidecar may say
     */
    public ResponseHeadWriter(Via via, Set<String> dropped) {
        this.via = via;
        this.dropped = Set.copyOf(dropped);
    }

    /**
     * How the body goes to the client. A client of HTTP/1.0 knows no chunks: it gets the body until the connection
     * closes, so the caller must then close.
     */
    public static Framing framingFor(HttpVersion client, ResponseHead head) {
        boolean unknownLength =
                head.framing() instanceof Framing.Chunked || head.framing() instanceof Framing.UntilClose;
        if (!unknownLength) {
            return head.framing();
        }
        return client == HttpVersion.HTTP_1_0 ? Framing.UNTIL_CLOSE : Framing.CHUNKED;
    }

    /**
     * Appends the head of an upstream's response.
     *
     * @param request the request that is answered; a HEAD keeps the upstream's {@code Content-Length}
     * @param framing how the body will be sent, usually {@link #framingFor}
     * @param keepAlive whether the connection carries another request afterwards
     * @param extra fields of our own, in place of the upstream's of the same name
     */
    public void write(
            ResponseHead head, RequestHead request, Framing framing, boolean keepAlive, Fields extra, ByteBuf out) {
        throw new UnsupportedOperationException("not yet " + via + dropped);
    }

    /**
     * Appends the head of an answer of our own, as HTTP/1.1 and without {@code Via}.
     *
     * @param fields its fields, without framing and {@code Connection}
     */
    public static void writeOwn(
            int status, String reason, Fields fields, Framing framing, boolean keepAlive, ByteBuf out) {
        throw new UnsupportedOperationException("not yet");
    }
}
