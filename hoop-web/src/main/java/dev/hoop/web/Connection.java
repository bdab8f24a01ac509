package dev.hoop.web;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: collects a request, has it answered, writes the answer, reads on. Confined to its event loop.
 *
 * <p>Bytes are read from the socket only while something is wanted. What the decoder made of one read beyond that (later,
 * pipelined requests) waits in a backlog, which is therefore no larger than one read, nor than what a client may send ahead.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /** How long, and how much of, an unread rest of a request is thrown away so that the client sees the refusal. */
    private static final long LINGER_MILLIS = 2_000;

    private static final int LINGER_BYTES = 1024 * 1024;

    /** Heads and pieces of bodies that a client may send ahead of the answer that it waits for. */
    private static final int MOST_AHEAD = 64;

    private enum State {
        /** Waits for a head. */
        IDLE(true),
        /** Collects a body. */
        BODY(true),
        /** A handler works. */
        ANSWERING(false),
        /** The answer is on its way; the next request waits. */
        WRITING(false),
        /** Events are sent until either side ends. Reads only to learn that the client left. */
        STREAMING(true),
        /** Refused before the request was read: throws the rest away. */
        LINGERING(true),
        /** Nothing more is read or written. */
        CLOSED(false);

        private final boolean wantsInput;

        State(boolean wantsInput) {
            this.wantsInput = wantsInput;
        }
    }

    private final Exchanges exchanges;
    private final HeadWriter heads;
    private final RequestClock clock;
    private final WebLimits limits;
    private final Deque<Object> backlog = new ArrayDeque<>();
    private State state = State.IDLE;
    private @Nullable IncomingRequest incoming;
    private @Nullable ChannelEventStream stream;
    private int lingered;
    private long bodyRoom;
    private boolean inputEnded;
    private boolean pumping;

    Connection(Exchanges exchanges, RequestClock clock, WebLimits limits) {
        this.exchanges = exchanges;
        this.heads = new HeadWriter(exchanges.router().always());
        this.clock = clock;
        this.limits = limits;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        backlog.add(message);
        pump(ctx);
        if (backlog.size() > MOST_AHEAD) {
            // Decoded, a short request takes many times the bytes that were sent.
            close(ctx);
            dropBacklog();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        readMore(ctx);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        state = State.CLOSED;
        giveBodyRoomBack();
        dropBacklog();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        dropBacklog();
    }

    /** Not re-entered: an answer that is written at once would otherwise nest once per pipelined request. */
    private void pump(ChannelHandlerContext ctx) {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            while (state.wantsInput && !backlog.isEmpty()) {
                take(ctx, backlog.remove());
            }
            if (state == State.CLOSED) {
                dropBacklog();
            }
        } finally {
            pumping = false;
        }
    }

    private void readMore(ChannelHandlerContext ctx) {
        pump(ctx);
        if (state.wantsInput && backlog.isEmpty()) {
            ctx.read();
        }
    }

    private void giveBodyRoomBack() {
        exchanges.connections().giveBodyRoomBack(bodyRoom);
        bodyRoom = 0;
    }

    private void dropBacklog() {
        backlog.forEach(ReferenceCountUtil::release);
        backlog.clear();
    }

    private void take(ChannelHandlerContext ctx, Object message) {
        try {
            switch (state) {
                case IDLE -> onHead(ctx, message);
                case BODY -> onBody(ctx, message);
                case LINGERING -> onRest(ctx, message);
                case STREAMING, ANSWERING, WRITING, CLOSED -> close(ctx);
            }
        } catch (WebFailure failure) {
            refuse(ctx, failure);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void onHead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof HttpRequest head)) {
            // What follows a head that the decoder gave up on.
            throw new WebFailure(400, "the request is not well-formed HTTP/1.1");
        }
        IncomingRequest accepted = IncomingRequest.accept(head, ctx.channel().remoteAddress(), limits);
        incoming = accepted;
        state = State.BODY;
        clock.head();
        if (accepted.expectsContinue() && accepted.isHttp11()) {
            ctx.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
    }

    private void onBody(ChannelHandlerContext ctx, Object message) {
        IncomingRequest current = incoming;
        if (!(message instanceof HttpContent content) || content.decoderResult().isFailure() || current == null) {
            throw new WebFailure(400, "the request's body is not well-formed HTTP/1.1");
        }
        current.append(ByteBufUtil.getBytes(content.content()));
        long room = exchanges.connections().takeBodyRoom(current.bodyBytes(), bodyRoom);
        if (room < 0) {
            throw new WebFailure(503, "too many large requests at a time, nothing was done: try again in a moment");
        }
        bodyRoom = room;
        if (message instanceof LastHttpContent) {
            state = State.ANSWERING;
            clock.stop();
            answer(ctx, current);
        }
    }

    private void onRest(ChannelHandlerContext ctx, Object message) {
        lingered += message instanceof HttpContent content ? content.content().readableBytes() : 1;
        if (lingered > LINGER_BYTES) {
            close(ctx);
        }
    }

    private void answer(ChannelHandlerContext ctx, IncomingRequest request) {
        // Whichever comes first answers; the state tells the other that it came too late.
        ScheduledFuture<?> late = ctx.executor()
                .schedule(
                        () -> write(ctx, request, new WebFailure(503, "no answer in time: try again").toResponse()),
                        limits.answerTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
        exchanges.answer(request).whenComplete((response, thrown) -> {
            late.cancel(false);
            if (ctx.executor().inEventLoop()) {
                write(ctx, request, response);
            } else {
                ctx.executor().execute(() -> write(ctx, request, response));
            }
        });
    }

    private void write(ChannelHandlerContext ctx, IncomingRequest request, WebResponse response) {
        if (state != State.ANSWERING || incoming != request) {
            return;
        }
        giveBodyRoomBack();
        if (response.body() instanceof WebResponse.Body.Events events) {
            startStream(ctx, request, response, events);
            return;
        }
        boolean keepAlive =
                request.keepAlive() && !inputEnded && !exchanges.connections().isDraining();
        incoming = null;
        state = keepAlive ? State.WRITING : State.CLOSED;
        // Also bounds how long a client may take to read the answer.
        clock.idle();
        ctx.writeAndFlush(heads.complete(request, response, keepAlive)).addListener(written -> {
            if (!written.isSuccess() || !keepAlive || exchanges.connections().isDraining()) {
                close(ctx);
                return;
            }
            // Only now the next request: a client that sends and never reads must not fill our memory with answers.
            state = State.IDLE;
            clock.idle();
            readMore(ctx);
        });
    }

    private void startStream(
            ChannelHandlerContext ctx, IncomingRequest request, WebResponse response, WebResponse.Body.Events events) {
        if (request.method().equals("HEAD")) {
            write(ctx, request, response.withoutBody());
            return;
        }
        Optional<WebFailure> full = exchanges.connections().takeStream(events.owner());
        if (full.isPresent()) {
            write(ctx, request, full.get().toResponse());
            return;
        }
        state = State.STREAMING;
        ctx.channel()
                .closeFuture()
                .addListener(closed -> exchanges.connections().giveStreamBack(events.owner()));
        ctx.writeAndFlush(heads.streamed(request, response));
        ChannelEventStream opened = new ChannelEventStream(ctx.channel(), limits);
        stream = opened;
        events.start().accept(opened);
        readMore(ctx);
    }

    private void refuse(ChannelHandlerContext ctx, WebFailure failure) {
        state = State.LINGERING;
        incoming = null;
        giveBodyRoomBack();
        clock.stop();
        ctx.writeAndFlush(heads.refusal(failure)).addListener(written -> {
            if (!written.isSuccess() || inputEnded) {
                close(ctx);
                return;
            }
            // Closing at once while the client still sends would reset the connection and lose the answer.
            ((DuplexChannel) ctx.channel()).shutdownOutput();
            ctx.executor().schedule(() -> close(ctx), LINGER_MILLIS, TimeUnit.MILLISECONDS);
            readMore(ctx);
        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownReadComplete) {
            onInputEnd(ctx);
        } else if (event == ServedConnections.Drain.NOW) {
            if (state == State.IDLE) {
                close(ctx);
            } else if (stream != null) {
                stream.end();
            }
        } else {
            super.userEventTriggered(ctx, event);
        }
    }

    private void onInputEnd(ChannelHandlerContext ctx) {
        inputEnded = true;
        if (state.wantsInput) {
            close(ctx);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("event=web.connection.failed error={}", cause.getClass().getSimpleName());
        close(ctx);
    }

    private void close(ChannelHandlerContext ctx) {
        state = State.CLOSED;
        ctx.close();
    }
}
