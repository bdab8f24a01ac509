package dev.hoop.proto.http.internal.h2;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.session.ClientFacts;
import dev.hoop.proto.http.internal.session.Deadline;
import dev.hoop.proto.http.internal.session.Exchange;
import dev.hoop.proto.http.internal.session.HttpDenials;
import dev.hoop.proto.http.internal.session.HttpLane;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's side of one stream. Frames are read one at a time and only while the exchange wants them, so that the
 * stream's window closes when it does not.
 */
final class Http2Stream extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Http2Stream.class);

    private final HttpLane lane;
    private final ClientFacts facts;
    private final Http2Connection connection;
    private final Deque<Object> unread = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private @Nullable Deadline deadline;
    private @Nullable Http2Answers answers;
    private @Nullable Exchange exchange;
    private boolean requestEnded;
    private boolean over;
    private boolean pumping;
    private boolean progressed;
    private long announced = -1;
    private long received;

    Http2Stream(HttpLane lane, ClientFacts facts, Http2Connection connection) {
        this.lane = lane;
        this.facts = facts;
        this.connection = connection;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        answers = new Http2Answers(this, ctx, lane, facts);
        deadline = new Deadline(ctx.channel().eventLoop(), this::bodyTimedOut);
        ctx.channel().config().setAutoRead(false);
        ctx.channel().config().setOption(ChannelOption.MAX_MESSAGES_PER_READ, 1);
        connection.opened(this);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
        if (over) {
            ReferenceCountUtil.release(frame);
            return;
        }
        unread.add(frame);
        pump();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        pump();
    }

    /** Takes frames as far as the exchange wants them. */
    void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            while (!over && takesMore() && !unread.isEmpty()) {
                take(unread.poll());
            }
        } catch (BadMessage e) {
            malformed(e);
        } finally {
            pumping = false;
        }
        if (over) {
            return;
        }
        if (unread.isEmpty() && takesMore()) {
            ctx().read();
        }
        limitTime();
        if (exchange != null) {
            exchange.flush();
        }
    }

    private boolean takesMore() {
        return exchange == null || exchange.wantsBody();
    }

    private void take(Object frame) throws BadMessage {
        Exchange current = exchange;
        if (frame instanceof Http2DataFrame data && current != null) {
            takeData(data, current);
        } else if (frame instanceof Http2HeadersFrame headers) {
            if (current == null) {
                begin(headers.headers(), headers.isEndStream());
            } else {
                takeTrailers(headers, current);
            }
        } else {
            ReferenceCountUtil.release(frame);
        }
    }

    private void begin(Http2Headers headers, boolean endOfStream) throws BadMessage {
        RequestHead head = Http2Heads.request(headers, endOfStream);
        announced = head.framing() instanceof Framing.Length length ? length.bytes() : -1;
        Exchange begun = new Exchange(lane, answers(), head);
        exchange = begun;
        begun.start();
        if (endOfStream && !over) {
            end(begun, Fields.EMPTY);
        }
    }

    private void takeData(Http2DataFrame data, Exchange current) throws BadMessage {
        ByteBuf content = data.content();
        progressed = true;
        boolean last = data.isEndStream();
        received += content.readableBytes();
        if (announced >= 0 && (received > announced || last && received < announced)) {
            content.release();
            throw BadMessage.badRequest("the body is not as long as the content-length says");
        }
        if (content.isReadable()) {
            current.body(content);
        } else {
            content.release();
        }
        if (last && !over) {
            end(current, Fields.EMPTY);
        }
    }

    private void takeTrailers(Http2HeadersFrame frame, Exchange current) throws BadMessage {
        if (!frame.isEndStream()) {
            throw BadMessage.badRequest("a header list in the middle of a stream does not end it");
        }
        if (announced >= 0 && received < announced) {
            throw BadMessage.badRequest("the body is not as long as the content-length says");
        }
        Fields.Builder trailers = Fields.builder();
        for (Map.Entry<CharSequence, CharSequence> entry : frame.headers()) {
            String name = entry.getKey().toString();
            String value = entry.getValue().toString();
            Http2Heads.checkField(name, value);
            trailers.add(name, value);
        }
        end(current, Http2Heads.checkedTrailers(trailers.build()));
    }

    private void end(Exchange current, Fields trailers) {
        requestEnded = true;
        current.end(trailers);
    }

    private void malformed(BadMessage problem) {
        LOG.debug("event=malformed_request session={} reason={}", facts.sessionId(), problem.reason());
        if (exchange != null) {
            exchange.malformed(problem);
            return;
        }
        lane.gate().recordRefusal(facts.plain(), problem.reason());
        answers().answerUnread(HttpDenials.malformed(problem));
    }

    private void limitTime() {
        if (exchange == null || !exchange.waitsForBody()) {
            deadline().clear();
        } else if (progressed || !deadline().isSet()) {
            deadline().set(lane.limits().bodyTime());
        }
        progressed = false;
    }

    private void bodyTimedOut() {
        if (exchange != null) {
            exchange.bodyTimedOut();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (exchange != null && !over) {
            exchange.writabilityChanged();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame) {
            gone();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        gone();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        gone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("event=stream_error session={} error={}", facts.sessionId(), cause.toString());
        gone();
        if (!(cause instanceof Http2Exception)) {
            ctx.close();
        }
        // Otherwise the codec resets the stream with the error that says which rule was broken.
    }

    /** The client has reset the stream, or the connection is gone. */
    void gone() {
        if (over) {
            return;
        }
        over();
        if (exchange != null) {
            exchange.gone();
        }
    }

    void drain() {
        if (exchange != null && !over) {
            exchange.drain();
        }
    }

    /** Nothing more is read or sent. */
    void over() {
        if (over) {
            return;
        }
        over = true;
        if (deadline != null) {
            deadline.cancel();
        }
        for (Object frame = unread.poll(); frame != null; frame = unread.poll()) {
            ReferenceCountUtil.release(frame);
        }
        connection.closed(this);
    }

    /** Whether the client has sent all of its request. */
    boolean requestEnded() {
        return requestEnded;
    }

    private ChannelHandlerContext ctx() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }

    private Deadline deadline() {
        if (deadline == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return deadline;
    }

    private Http2Answers answers() {
        if (answers == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return answers;
    }
}
