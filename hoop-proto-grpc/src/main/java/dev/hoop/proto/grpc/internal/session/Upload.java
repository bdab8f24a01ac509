package dev.hoop.proto.grpc.internal.session;

import dev.hoop.proto.grpc.internal.h2.UpstreamFailure;
import dev.hoop.proto.grpc.internal.h2.UpstreamPool;
import dev.hoop.proto.grpc.internal.h2.UpstreamStream;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A call's way to the upstream. What comes before it is open waits; what waits was not credited to the client, so that it
 * is never more than a window, or than one message that was read whole.
 */
final class Upload implements UpstreamPool.Caller {

    private record Piece(ByteBuf data, int credit) {}

    private final Call call;
    private final Deque<Piece> waiting = new ArrayDeque<>(2);
    private @Nullable UpstreamStream stream;
    private boolean ended;
    private boolean over;

    Upload(Call call) {
        this.call = call;
    }

    /** The decision is made: a stream is opened. */
    void start(UpstreamPool pool) {
        pool.call(this);
    }

    @Override
    public void connected(UpstreamPool.Opening opening) {
        boolean empty = waiting.isEmpty();
        Http2Headers headers = call.upstreamHeaders();
        UpstreamStream opened = opening.open(headers, empty && ended, call);
        stream = opened;
        while (!waiting.isEmpty()) {
            Piece piece = waiting.remove();
            write(opened, piece.data(), piece.credit(), ended && waiting.isEmpty());
        }
    }

    @Override
    public void failed(UpstreamFailure failure) {
        call.notConnected(failure);
    }

    @Override
    public boolean gone() {
        return over;
    }

    /**
     * A piece of the request, after its decision.
     *
     * @param data released here
     * @param credit what the client gets back once it went out
     */
    void data(ByteBuf data, int credit, boolean end) {
        ended |= end;
        if (over) {
            data.release();
            call.credit(credit);
        } else if (stream == null) {
            waiting.add(new Piece(data, credit));
        } else {
            write(stream, data, credit, end);
        }
    }

    private void write(UpstreamStream to, ByteBuf data, int credit, boolean end) {
        to.data(data, end, written -> call.wentOut(credit));
    }

    /** The request is complete. */
    void end() {
        if (!ended) {
            ended = true;
            if (stream != null && !over) {
                stream.end();
            }
        }
    }

    void credit(int bytes) {
        if (stream != null) {
            stream.credit(bytes);
        }
    }

    /** The upstream is not needed any more. */
    void cancel() {
        if (over) {
            return;
        }
        over = true;
        release();
        if (stream != null) {
            stream.cancel();
        }
    }

    /** The upstream has answered for good: what of the request it did not take it does not want. */
    void answered() {
        over = true;
        release();
        if (stream != null) {
            stream.answered();
        }
    }

    private void release() {
        for (Piece piece = waiting.poll(); piece != null; piece = waiting.poll()) {
            piece.data().release();
        }
    }
}
