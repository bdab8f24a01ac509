package dev.hoop.proto.http.internal.h2;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import dev.hoop.proto.http.internal.session.ClientFacts;
import dev.hoop.proto.http.internal.session.ClientStream;
import dev.hoop.proto.http.internal.session.HttpLane;
import dev.hoop.proto.http.internal.session.LocalAnswer;
import dev.hoop.proto.http.internal.session.UpstreamConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes the answer of one stream. A head waits until it is known whether anything follows, so that an answer without a
 * body is one frame.
 */
final class Http2Answers implements ClientStream {

    private static final String CONTINUE = "100";

    private final Http2Stream stream;
    private final ChannelHandlerContext ctx;
    private final HttpLane lane;
    private final ClientFacts facts;
    private @Nullable Http2Headers waitingHead;
    private @Nullable ChannelFuture lastFrame;
    private long left = -1;

    Http2Answers(Http2Stream stream, ChannelHandlerContext ctx, HttpLane lane, ClientFacts facts) {
        this.stream = stream;
        this.ctx = ctx;
        this.lane = lane;
        this.facts = facts;
    }

    @Override
    public Channel channel() {
        return ctx.channel();
    }

    @Override
    public ClientFacts facts() {
        return facts;
    }

    @Override
    public boolean first() {
        return true;
    }

    @Override
    public void sendContinue() {
        write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers(false).status(CONTINUE)), false);
    }

    @Override
    public void interim(ResponseHead head, RequestHead request) {
        write(new DefaultHttp2HeadersFrame(headers(head, request, Fields.EMPTY)), false);
        flush();
    }

    @Override
    public void head(ResponseHead head, RequestHead request, Fields extra, boolean close) {
        waitingHead = headers(head, request, extra);
        left = head.framing() instanceof Framing.Length length ? length.bytes() : -1;
    }

    private Http2Headers headers(ResponseHead head, RequestHead request, Fields extra) {
        Http2Headers headers = new DefaultHttp2Headers(false).status(Integer.toString(head.status()));
        lane.responseHeads().forEachField(head, request, extra, (name, value) -> headers.add(lower(name), value));
        return headers;
    }

    @Override
    public void body(ByteBuf data) {
        writeWaitingHead(false);
        boolean last = left >= 0 && (left -= data.readableBytes()) == 0;
        write(new DefaultHttp2DataFrame(data, last), last);
    }

    @Override
    public void end(Fields trailers) {
        if (lastFrame != null) {
            return;
        }
        if (trailers.size() > 0) {
            writeWaitingHead(false);
            Http2Headers headers = new DefaultHttp2Headers(false);
            for (int i = 0; i < trailers.size(); i++) {
                headers.add(lower(trailers.name(i)), trailers.value(i));
            }
            write(new DefaultHttp2HeadersFrame(headers, true), true);
        } else if (waitingHead != null) {
            writeWaitingHead(true);
        } else {
            write(new DefaultHttp2DataFrame(Unpooled.EMPTY_BUFFER, true), true);
        }
    }

    @Override
    public void answer(LocalAnswer answer, RequestHead request, boolean close) {
        send(answer, request.isHead());
    }

    /** Answers what could not be read as a request. */
    void answerUnread(LocalAnswer answer) {
        send(answer, false);
        flush();
        finished();
    }

    private void send(LocalAnswer answer, boolean headOnly) {
        byte[] body = answer.body().bytes();
        Http2Headers headers = new DefaultHttp2Headers(false).status(Integer.toString(answer.status()));
        Fields fields = answer.fields();
        for (int i = 0; i < fields.size(); i++) {
            headers.add(lower(fields.name(i)), fields.value(i));
        }
        headers.add("content-length", Integer.toString(body.length));
        boolean bodiless = headOnly || body.length == 0;
        write(new DefaultHttp2HeadersFrame(headers, bodiless), bodiless);
        if (!bodiless) {
            write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(body), true), true);
        }
    }

    @Override
    public void abort() {
        reset(Http2Error.INTERNAL_ERROR);
    }

    /** The whole connection is not ended for one stream's sake. */
    @Override
    public void closeUnanswered() {
        reset(lastFrame == null ? Http2Error.CANCEL : Http2Error.NO_ERROR);
    }

    private void reset(Http2Error error) {
        waitingHead = null;
        ctx.writeAndFlush(new DefaultHttp2ResetFrame(error), ctx.voidPromise());
        stream.over();
    }

    @Override
    public boolean writable() {
        return ctx.channel().isWritable();
    }

    @Override
    public void flush() {
        writeWaitingHead(false);
        ctx.flush();
    }

    @Override
    public void demand() {
        stream.pump();
    }

    @Override
    public void finished() {
        flush();
        ChannelFuture written = lastFrame;
        if (written != null && !stream.requestEnded()) {
            // RFC 9113 section 8.1: the answer stands, and the rest of the request is not wanted. Not before the
            // client's
            // window has let all of the answer out, since a reset drops what waits.
            written.addListener(sent -> {
                if (sent.isSuccess()) {
                    ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR), ctx.voidPromise());
                }
            });
        }
        stream.over();
    }

    /** HTTP/2 has no upgrades, so none was asked for. */
    @Override
    public void tunnel(ResponseHead head, RequestHead request, Fields extra, UpstreamConnection upstream) {
        upstream.close();
        abort();
    }

    private void writeWaitingHead(boolean last) {
        Http2Headers head = waitingHead;
        if (head != null) {
            waitingHead = null;
            write(new DefaultHttp2HeadersFrame(head, last), last);
        }
    }

    private void write(Http2StreamFrame frame, boolean last) {
        if (last) {
            lastFrame = ctx.write(frame);
        } else {
            ctx.write(frame, ctx.voidPromise());
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
