package dev.hoop.proto.grpc.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;

/** One call's stream to the upstream. */
public final class UpstreamStream {

    /** What the upstream says. Ends with {@link #onLost}, or with a head or trailers that end the stream. */
    public interface Answers {

        void onHeaders(Http2Headers headers, boolean end);

        /** See {@link EndpointEvents#data}; credit goes back by {@link UpstreamStream#credit}. */
        void onData(ByteBuf data, int credit, boolean end);

        /**
         * The stream ended otherwise.
         *
         * @param errorCode of a reset; meaningless otherwise
         */
        void onLost(Loss loss, long errorCode);
    }

    /** How a stream ends before its answer does. */
    public enum Loss {
        /** The upstream has said that it did not look at the call. */
        UNTOUCHED,
        /** The call's metadata are more than the upstream takes by its settings: it did not see the call. */
        TOO_LARGE,
        /** The upstream ended this stream. */
        RESET,
        /** The answer broke the rules of HTTP/2, or its metadata were larger than is read here. */
        BROKEN,
        /** The connection is gone, and with it all its streams. */
        DISCONNECTED
    }

    private final UpstreamConnection connection;
    private final int id;
    private final Answers answers;
    private boolean over;
    private boolean wasReset;
    private boolean broken;
    private long errorCode;

    UpstreamStream(UpstreamConnection connection, int id, Answers answers) {
        this.connection = connection;
        this.id = id;
        this.answers = answers;
    }

    public void data(ByteBuf data, boolean end, ChannelFutureListener written) {
        connection.endpoint().data(id, data, end, written);
    }

    public void credit(int bytes) {
        connection.endpoint().credit(id, bytes);
    }

    /** The call is over for us, whatever the upstream still does. */
    public void cancel() {
        over = true;
        if (connection.endpoint().reset(id, Http2Error.CANCEL)) {
            connection.countReset();
        }
    }

    /** The upstream has said its last: what it did not take of the request yet it does not get. */
    public void answered() {
        over = true;
        if (connection.endpoint().weMaySend(id)) {
            connection.endpoint().reset(id, Http2Error.CANCEL);
            connection.countReset();
        }
    }

    void headers(Http2Headers headers, boolean end) {
        if (!over) {
            over = end;
            answers.onHeaders(headers, end);
        }
    }

    void data(ByteBuf data, int credit, boolean end) {
        if (over) {
            connection.endpoint().credit(id, credit);
        } else {
            over = end;
            answers.onData(data, credit, end);
        }
    }

    void reset(long code) {
        wasReset = true;
        errorCode = code;
    }

    /** The codec found the answer to be none, and resets the stream. */
    void broken() {
        broken = true;
    }

    void closed() {
        lost(loss());
    }

    /** There is no stream any more, or there never was. */
    void lost(Loss loss) {
        if (!over) {
            over = true;
            answers.onLost(loss, errorCode);
        }
    }

    private Loss loss() {
        if (broken) {
            return Loss.BROKEN;
        }
        if (connection.untouched(id) || wasReset && errorCode == Http2Error.REFUSED_STREAM.code()) {
            return Loss.UNTOUCHED;
        }
        return wasReset ? Loss.RESET : Loss.DISCONNECTED;
    }
}
