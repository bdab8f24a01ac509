package dev.hoop.proto.http.internal.h2;

import dev.hoop.proto.http.internal.session.ClientFacts;
import dev.hoop.proto.http.internal.session.Deadline;
import dev.hoop.proto.http.internal.session.HttpLane;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the streams of one HTTP/2 connection share: who is open, when it is idle, how it ends. */
final class Http2Connection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Http2Connection.class);

    private final HttpLane lane;
    private final ClientFacts facts;
    private final Set<Http2Stream> open = new LinkedHashSet<>();
    private @Nullable ChannelHandlerContext context;
    private @Nullable Deadline idle;
    private boolean draining;

    Http2Connection(HttpLane lane, ClientFacts facts) {
        this.lane = lane;
        this.facts = facts;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        idle = new Deadline(ctx.channel().eventLoop(), this::close);
        ctx.writeAndFlush(
                new DefaultHttp2WindowUpdateFrame(Http2Session.CONNECTION_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE));
        limitIdleTime();
    }

    void opened(Http2Stream stream) {
        open.add(stream);
        if (idle != null) {
            idle.clear();
        }
    }

    void closed(Http2Stream stream) {
        if (open.remove(stream) && open.isEmpty()) {
            if (draining) {
                close();
            } else {
                limitIdleTime();
            }
        }
    }

    private void limitIdleTime() {
        if (idle != null && !lane.idleTimeout().isZero()) {
            idle.set(lane.idleTimeout());
        }
    }

    /** Ends what is held, finishes what is in flight, takes nothing new. */
    void drain() {
        if (draining || context == null) {
            return;
        }
        draining = true;
        context.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
        List<Http2Stream> now = new ArrayList<>(open);
        now.forEach(Http2Stream::drain);
        if (open.isEmpty()) {
            close();
        }
    }

    private void close() {
        if (context != null) {
            context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
        // Settings, pings, the client's GOAWAY: the codec has acted on them.
        ReferenceCountUtil.release(frame);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (idle != null) {
            idle.cancel();
        }
        // A stream with unread frames does not hear of it otherwise.
        new ArrayList<>(open).forEach(Http2Stream::gone);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (idle != null) {
            idle.cancel();
        }
    }

    /** The codec has told the client what is wrong, and closes where it must. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("event=client_error session={} error={}", facts.sessionId(), cause.toString());
        if (cause instanceof Http2Exception) {
            lane.gate().recordRefusal(facts.plain(), "the connection breaks the rules of HTTP/2");
        } else {
            ctx.close();
        }
    }
}
