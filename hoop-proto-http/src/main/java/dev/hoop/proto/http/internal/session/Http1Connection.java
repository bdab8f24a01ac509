package dev.hoop.proto.http.internal.session;

import dev.hoop.core.relay.ReadControl;
import dev.hoop.core.relay.ReadControl.Reason;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.codec.Http1RequestDecoder;
import dev.hoop.proto.http.internal.codec.Step;
import dev.hoop.proto.http.internal.session.Patience.For;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP/1 connection of a client: requests strictly one after the other. What the current exchange does not want yet
 * stays in the buffer, pipelined requests among it, and reading stops when that is full.
 */
final class Http1Connection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Http1Connection.class);

    private enum State {
        /** Requests are read. */
        OPEN,
        /** The last answer is on its way; what still comes is dropped until the client closes. */
        LINGERING,
        /** Over. */
        CLOSED
    }

    private final HttpLane lane;
    private final ClientFacts facts;
    private final Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
    private ByteBuf unread = Unpooled.EMPTY_BUFFER;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Http1Stream stream;
    private @Nullable ReadControl control;
    private @Nullable Patience patience;
    private @Nullable Exchange exchange;
    private State state = State.OPEN;
    private boolean inBatch;
    private boolean pumping;
    private boolean inputEnded;
    private boolean draining;
    private int lingered;

    Http1Connection(HttpLane lane, ClientFacts facts) {
        this.lane = lane;
        this.facts = facts;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        stream = new Http1Stream(this, ctx, lane, facts);
        control = ReadControl.of(ctx.channel());
        patience = new Patience(ctx.channel().eventLoop(), lane, this::timedOut);
        // A client may end its direction after a request and still read the answer.
        ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        patience().waitFor(waitsFor());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf data = (ByteBuf) message;
        if (state != State.OPEN) {
            drop(data);
            return;
        }
        inBatch = true;
        unread = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), unread, data);
        patience().progressed();
        pump();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        inBatch = false;
        if (exchange != null) {
            exchange.flush();
        }
    }

    /** Reads requests as far as the current exchange allows. */
    void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            while (state == State.OPEN && step()) {
                // Each step reads one thing.
            }
        } catch (BadMessage e) {
            malformed(e);
        } finally {
            pumping = false;
        }
        settle();
    }

    private boolean step() throws BadMessage {
        Exchange current = exchange;
        if (current == null) {
            // Answers that a client does not read are not piled up: it gets the next one when it has taken the last.
            return !draining && ctx().channel().isWritable() && readHead();
        }
        if (!current.wantsBody()) {
            return false;
        }
        switch (decoder.advance(unread)) {
            case BODY -> current.body(decoder.body());
            case END -> current.end(decoder.trailers());
            case NEED_MORE -> {
                if (inputEnded) {
                    current.truncated();
                }
                return false;
            }
            case HEAD -> throw new IllegalStateException("a head within a request");
        }
        return true;
    }

    private boolean readHead() throws BadMessage {
        if (!unread.isReadable() || decoder.advance(unread) != Step.HEAD) {
            if (inputEnded) {
                closeGently();
            }
            return false;
        }
        patience().over();
        Exchange next = new Exchange(lane, stream(), decoder.head());
        exchange = next;
        if (inputEnded) {
            next.halfClosed();
        }
        next.start();
        return true;
    }

    /** Brings buffer, reading and time limits in line with where things stand. */
    private void settle() {
        if ((!unread.isReadable() || state != State.OPEN) && unread != Unpooled.EMPTY_BUFFER) {
            unread.release();
            unread = Unpooled.EMPTY_BUFFER;
        }
        if (state != State.OPEN) {
            return;
        }
        if (draining && exchange == null) {
            closeGently();
            return;
        }
        boolean room = unread.readableBytes() < lane.limits().readAheadBytes();
        if (!room && exchange != null && exchange.held()) {
            // Reading must go on for the hang-up to be noticed, and there is no room for what is read.
            LOG.debug("event=read_ahead_exceeded session={}", facts.sessionId());
            exchange.gone();
            closeGently();
            return;
        }
        reading(room);
        patience().waitFor(waitsFor());
        if (!inBatch && exchange != null) {
            exchange.flush();
        }
    }

    private For waitsFor() {
        if (exchange == null && !ctx().channel().isWritable()) {
            return For.NOTHING;
        }
        if (exchange == null) {
            return unread.isReadable() || !decoder.idle() ? For.HEAD : For.REQUEST;
        }
        return exchange.waitsForBody() ? For.BODY : For.NOTHING;
    }

    private void timedOut() {
        For what = patience().waiting();
        LOG.debug("event=client_timed_out session={} waiting={}", facts.sessionId(), what);
        if (what == For.BODY && exchange != null) {
            exchange.bodyTimedOut();
        } else if (what == For.HEAD) {
            lane.gate().recordRefusal(facts.plain(), "the head did not arrive in time");
            stream().answerUnread(HttpDenials.tooSlow("head of the request"));
            closeGently();
        } else {
            closeNow();
        }
    }

    private void malformed(BadMessage problem) {
        LOG.debug("event=malformed_request session={} reason={}", facts.sessionId(), problem.reason());
        if (exchange != null) {
            exchange.malformed(problem);
            return;
        }
        lane.gate().recordRefusal(facts.plain(), problem.reason());
        stream().answerUnread(HttpDenials.malformed(problem));
        closeGently();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (exchange != null) {
            exchange.writabilityChanged();
        } else {
            pump();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
            inputEnded();
        }
    }

    private void inputEnded() {
        if (inputEnded) {
            return;
        }
        inputEnded = true;
        inBatch = false;
        if (state == State.LINGERING) {
            closeNow();
            return;
        }
        if (exchange != null) {
            exchange.halfClosed();
        }
        pump();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        state = State.CLOSED;
        patience().cancel();
        Exchange current = exchange;
        exchange = null;
        if (current != null) {
            current.gone();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        state = State.CLOSED;
        patience().cancel();
        stream().drop();
        unread.release();
        unread = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Defects.log(LOG, "client", cause);
        closeNow();
    }

    /** Ends what is held, finishes what is in flight, takes nothing new. */
    void drain() {
        draining = true;
        if (exchange != null) {
            exchange.drain();
        }
        pump();
    }

    /** Whether the request that is answered now is the last one. */
    boolean takesNoMore() {
        return draining || inputEnded && !unread.isReadable();
    }

    /** The current exchange is complete and the connection goes on. */
    void exchangeFinished() {
        exchange = null;
        pump();
    }

    void closeNow() {
        ctx().close();
    }

    /**
     * Closes so that the client can read what was sent: the sidecar's direction ends first, and what the client still
     * sends is dropped until it closes, for a while. An immediate close would reset the connection, and the answer with it.
     */
    void closeGently() {
        if (state != State.OPEN) {
            return;
        }
        state = State.LINGERING;
        exchange = null;
        reading(true);
        patience().over();
        stream().flush();
        ctx().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> endOutput());
    }

    /** Everything was handed to the kernel, however slowly the client reads. */
    private void endOutput() {
        if (inputEnded || state == State.CLOSED) {
            closeNow();
            return;
        }
        patience().waitFor(For.CLOSE);
        SslHandler tls = ctx().pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (ctx().channel() instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        } else {
            closeNow();
        }
    }

    private void drop(ByteBuf data) {
        lingered += data.readableBytes();
        data.release();
        if (lingered > lane.limits().discardBytes()) {
            closeNow();
        }
    }

    void tunnelTo(UpstreamConnection upstream) {
        exchange = null;
        stream().flush();
        Channel own = ctx().channel();
        Channel other = upstream.channel();
        ByteBuf fromClient = unread;
        unread = Unpooled.EMPTY_BUFFER;
        ByteBuf fromUpstream = upstream.leave();
        reading(true);
        own.pipeline().remove(this);
        Tunnel.join(own, fromClient, inputEnded, other, fromUpstream, lane.idleTimeout());
    }

    private void reading(boolean on) {
        if (on) {
            control().resume(Reason.SESSION_FULL);
        } else {
            control().pause(Reason.SESSION_FULL);
        }
    }

    private ChannelHandlerContext ctx() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }

    private Http1Stream stream() {
        if (stream == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return stream;
    }

    private ReadControl control() {
        if (control == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return control;
    }

    private Patience patience() {
        if (patience == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return patience;
    }
}
