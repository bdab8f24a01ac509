package dev.hoop.proto.http.internal.h2;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.proto.http.internal.session.Deadline;
import dev.hoop.proto.http.internal.session.Http1Session;
import dev.hoop.proto.http.internal.session.HttpLane;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import org.jspecify.annotations.Nullable;

/**
 * The session of a client whose version of HTTP is not known yet: HTTP/2 where the connection begins with its preface
 * (RFC 9113 section 3.4), which is no request of HTTP/1.1; that version in all other cases.
 */
final class DetectingSession implements ProtocolSession {

    private final HttpLane lane;
    private final Downstream downstream;
    private @Nullable ProtocolSession found;

    DetectingSession(HttpLane lane, Downstream downstream) {
        this.lane = lane;
        this.downstream = downstream;
    }

    @Override
    public void start() {
        downstream.channel().pipeline().addLast("http-version", new Detector());
    }

    @Override
    public void drain() {
        if (found == null) {
            downstream.channel().close();
        } else {
            found.drain();
        }
    }

    private void begin(boolean http2) {
        ProtocolSession session = http2 ? new Http2Session(lane, downstream) : new Http1Session(lane, downstream);
        found = session;
        session.start();
    }

    private final class Detector extends ChannelInboundHandlerAdapter {

        private final ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
        private final Deadline deadline = new Deadline(
                downstream.channel().eventLoop(), () -> downstream.channel().close());
        private ByteBuf seen = Unpooled.EMPTY_BUFFER;

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            if (!lane.idleTimeout().isZero()) {
                deadline.set(lane.idleTimeout());
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            boolean first = !seen.isReadable();
            seen = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), seen, (ByteBuf) message);
            int compared = Math.min(seen.readableBytes(), preface.readableBytes());
            boolean alike = preface.slice(0, compared).equals(seen.slice(seen.readerIndex(), compared));
            if (alike && compared < preface.readableBytes()) {
                if (first) {
                    deadline.set(lane.limits().headTime());
                }
                return;
            }
            begin(alike);
            ByteBuf all = seen;
            seen = Unpooled.EMPTY_BUFFER;
            ctx.fireChannelRead(all);
            ctx.pipeline().remove(this);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext ctx) {
            deadline.cancel();
            seen.release();
            preface.release();
        }
    }
}
