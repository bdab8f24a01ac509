package dev.hoop.proto.grpc.internal.session;

import dev.hoop.proto.grpc.internal.h2.Outflow;
import dev.hoop.proto.grpc.internal.h2.UpstreamFailure;
import dev.hoop.proto.grpc.internal.h2.UpstreamPool;
import dev.hoop.proto.grpc.internal.h2.UpstreamStream;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A call's way to the upstream. What comes before it is open waits; what waits was not credited to the client, so that it
 * is never more than a window, or than one message that was read whole.
 */
final class Upload implements UpstreamPool.Caller {

    private final Call call;
    private final Outflow out;
    private @Nullable UpstreamStream stream;
    private boolean over;

    Upload(Call call) {
        this.call = call;
        this.out = new Outflow(call.allocator(), call::wentOut);
    }

    /** The decision is made: a stream is opened. */
    void start(UpstreamPool pool) {
        pool.call(this);
    }

    @Override
    public void connected(UpstreamPool.Opening opening) {
        UpstreamStream opened = opening.open(call.upstreamHeaders(), out.isEmpty() && out.ended(), call);
        stream = opened;
        out.open(opened::data);
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
        if (over) {
            call.notKept(data.readableBytes());
            data.release();
            call.credit(credit);
        } else {
            out.add(data, credit, end);
        }
    }

    /** The request is complete. */
    void end() {
        if (!over) {
            out.end();
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
        out.drop();
        if (stream != null) {
            stream.cancel();
        }
    }

    /** The upstream has answered for good: what of the request it did not take it does not want. */
    void answered() {
        over = true;
        out.drop();
        if (stream != null) {
            stream.answered();
        }
    }
}
