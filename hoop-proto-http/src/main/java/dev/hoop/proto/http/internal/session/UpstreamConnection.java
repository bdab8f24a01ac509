package dev.hoop.proto.http.internal.session;

import dev.hoop.core.relay.ReadControl;
import dev.hoop.core.relay.ReadControl.Reason;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.codec.Http1ResponseDecoder;
import dev.hoop.proto.http.internal.codec.Step;
import dev.hoop.proto.http.internal.message.ResponseHead;
import dev.hoop.proto.http.internal.session.UpstreamFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the upstream: carries one request at a time, between {@link #begin} and the handler's {@code onEnd} or
 * {@code onFailed}. Confined to its loop.
 */
public final class UpstreamConnection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamConnection.class);

    /** How long an answer is still looked for after a write failed: servers refuse an upload and hang up. */
    private static final Duration AFTER_FAILED_WRITE = Duration.ofSeconds(5);

    private final UpstreamPool pool;
    private final Http1ResponseDecoder decoder = new Http1ResponseDecoder(HeadLimits.DEFAULT);
    private ByteBuf unread = Unpooled.EMPTY_BUFFER;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ReadControl control;
    private @Nullable Deadline answerDue;
    private @Nullable AnswerHandler handler;
    private boolean used;
    private boolean reused;
    private boolean answering;
    private boolean keepAlive;
    private boolean dirty;
    private long idleSince;

    UpstreamConnection(UpstreamPool pool) {
        this.pool = pool;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        control = ReadControl.of(ctx.channel());
        answerDue = new Deadline(ctx.channel().eventLoop(), this::silent);
        // An upstream that refuses an upload and hangs up has said why: a failed write must not discard that.
        ctx.channel().config().setOption(ChannelOption.AUTO_CLOSE, false);
    }

    /** Takes the connection for one request. */
    void begin(AnswerHandler newHandler, boolean headRequest) {
        handler = newHandler;
        reused = used;
        used = true;
        answering = false;
        keepAlive = false;
        decoder.expect(headRequest);
    }

    /**
     * The last byte of the request was written.
     *
     * @param limit until the head of the answer; zero for none
     */
    void requestSent(Duration limit) {
        if (!answering && !limit.isZero()) {
            deadline().set(limit);
        }
    }

    /** Writes a part of the request, which {@link #flush} sends. */
    void write(ByteBuf data) {
        dirty = true;
        ctx().write(data, ctx().voidPromise());
    }

    /** Sends what was written. */
    void flush() {
        if (dirty) {
            dirty = false;
            ctx().flush();
        }
    }

    boolean writable() {
        return channel().isWritable();
    }

    /** Whether the upstream is read from: not while the client takes no more. */
    void reading(boolean on) {
        if (on) {
            control().resume(Reason.PEER_FULL);
        } else {
            control().pause(Reason.PEER_FULL);
        }
    }

    Channel channel() {
        return ctx().channel();
    }

    /** Ends the connection; the handler hears nothing more. */
    public void close() {
        handler = null;
        deadline().cancel();
        channel().close();
    }

    /** Whether another request may be sent: the last answer was whole, and nothing came behind it. */
    boolean reusable() {
        return handler == null
                && (keepAlive || !used)
                && !unread.isReadable()
                && channel().isActive();
    }

    void idleSince(long nanos) {
        idleSince = nanos;
    }

    long idleSince() {
        return idleSince;
    }

    /** Leaves the connection to a tunnel: its channel, without this handler, and what was read behind the switching head. */
    ByteBuf leave() {
        handler = null;
        deadline().cancel();
        reading(true);
        ByteBuf rest = unread;
        unread = Unpooled.EMPTY_BUFFER;
        channel().pipeline().remove(this);
        return rest;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        unread = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), unread, (ByteBuf) message);
        if (handler == null) {
            // Nobody asked for anything: whatever this is, it must not become the answer to the next request.
            LOG.debug("event=upstream_unsolicited upstream={}", pool.address());
            channel().close();
            return;
        }
        decode();
    }

    private void decode() {
        try {
            while (handler != null) {
                Step step = decoder.advance(unread);
                if (step == Step.NEED_MORE) {
                    break;
                }
                deliver(handler, step);
            }
        } catch (BadMessage e) {
            fail(new UpstreamFailure(
                    Kind.MALFORMED,
                    "the upstream's answer is not HTTP that can be passed on safely: " + e.reason()
                            + ". Look at the upstream; the request may have run"));
        }
        if (!unread.isReadable()) {
            unread.release();
            unread = Unpooled.EMPTY_BUFFER;
        }
    }

    private void deliver(AnswerHandler to, Step step) {
        switch (step) {
            case HEAD -> deliverHead(to, decoder.head());
            case BODY -> to.onBody(decoder.body());
            case END -> {
                if (answering) {
                    handler = null;
                    to.onEnd(decoder.trailers());
                }
            }
            case NEED_MORE -> {}
        }
    }

    private void deliverHead(AnswerHandler to, ResponseHead head) {
        if (head.interim()) {
            to.onInterim(head);
            return;
        }
        answering = true;
        keepAlive = head.keepAlive();
        deadline().clear();
        to.onHead(head);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (handler != null) {
            handler.onReadComplete();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (handler != null) {
            handler.onWritabilityChanged();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline().cancel();
        pool.gone(this);
        AnswerHandler waiting = handler;
        if (waiting == null) {
            return;
        }
        boolean silentSoFar = !answering;
        try {
            if (decoder.inputClosed() == Step.END && answering) {
                handler = null;
                keepAlive = false;
                waiting.onEnd(decoder.trailers());
                return;
            }
        } catch (BadMessage e) {
            LOG.debug("event=upstream_cut_short upstream={}", pool.address());
        }
        fail(new UpstreamFailure(
                silentSoFar && reused && !unread.isReadable() ? Kind.STALE : Kind.CLOSED,
                "the upstream closed the connection before it had answered; the request may have run"));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        unread.release();
        unread = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Defects.log(LOG, "upstream", cause);
        if (handler == null || cause instanceof RuntimeException) {
            // Without a word to the handler here: its failure comes with the end of the channel.
            ctx.close();
        } else if (!answering) {
            deadline().set(AFTER_FAILED_WRITE);
        }
    }

    private void silent() {
        fail(new UpstreamFailure(
                Kind.SILENT,
                "the upstream did not answer in time; the request may have run. Look at the upstream, or raise"
                        + " http.response_timeout_sec of this listener"));
    }

    private void fail(UpstreamFailure failure) {
        AnswerHandler waiting = handler;
        close();
        if (waiting != null) {
            waiting.onFailed(failure);
        }
    }

    private ChannelHandlerContext ctx() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }

    private ReadControl control() {
        if (control == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return control;
    }

    private Deadline deadline() {
        if (answerDue == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return answerDue;
    }
}
