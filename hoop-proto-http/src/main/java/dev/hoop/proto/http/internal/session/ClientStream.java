package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/**
 * One request's place on its client's connection: where its answer goes, and where its body comes from. Implemented once
 * for each version of HTTP. Confined to the connection's loop.
 *
 * <p>The answer is either one {@link #answer}, or interim heads, one {@link #head}, bodies and one {@link #end}, or ends
 * early by {@link #abort}. {@link #finished} comes last unless the client went away. Writes wait for {@link #flush}.
 */
public interface ClientStream {

    /** The connection that carries the request. */
    Channel channel();

    /** Who is on the other end. */
    ClientFacts facts();

    /** Whether the request is the first one on its connection; of HTTP/2, every one is. */
    boolean first();

    /** Tells the client to send the body that it holds back ({@code 100 Continue}). */
    void sendContinue();

    /** Passes an upstream's interim head on, where the client's version of HTTP has such. */
    void interim(ResponseHead head, RequestHead request);

    /**
     * Passes the head of an upstream's final answer on.
     *
     * @param extra fields of our own
     * @param close whether the connection carries no other request afterwards
     */
    void head(ResponseHead head, RequestHead request, Fields extra, boolean close);

    /** Passes a part of the answer's body on; the receiver's to release. */
    void body(ByteBuf data);

    /** The answer is complete. */
    void end(Fields trailers);

    /** Sends a whole answer of our own. */
    void answer(LocalAnswer answer, RequestHead request, boolean close);

    /** An answer that has begun cannot be completed: the client must not take it for whole. The exchange is over. */
    void abort();

    /** Ends the connection without a word: there is nothing that the client may be told. The exchange is over. */
    void closeUnanswered();

    /** Whether the client takes more; when not, {@code Exchange.writabilityChanged} tells when it does again. */
    boolean writable();

    /** Sends what was written. */
    void flush();

    /** {@code Exchange.wantsBody} may have become true. */
    void demand();

    /** The request was read to its end, or the rest of it is not wanted, and its answer is complete. */
    void finished();

    /**
     * The upstream switched protocols: passes its head on and joins both connections from then on. The exchange is over.
     */
    void tunnel(ResponseHead head, RequestHead request, Fields extra, UpstreamConnection upstream);
}
