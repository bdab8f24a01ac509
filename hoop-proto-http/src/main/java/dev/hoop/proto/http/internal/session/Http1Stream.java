package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.codec.Chunks;
import dev.hoop.proto.http.internal.codec.ResponseHeadWriter;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import java.nio.charset.StandardCharsets;

/** Writes the answers of one HTTP/1 connection, one after the other. */
final class Http1Stream implements ClientStream {

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** What a head takes beyond the upstream's own fields: framing, {@code Via}, our own. */
    private static final int HEAD_ALLOWANCE = 512;

    /** A chunk's size line. */
    private static final int CHUNK_OVERHEAD = 16;

    private final Http1Connection connection;
    private final ChannelHandlerContext ctx;
    private final HttpLane lane;
    private final ClientFacts facts;
    private Framing framing = Framing.NONE;
    private boolean closing;
    private boolean first = true;

    Http1Stream(Http1Connection connection, ChannelHandlerContext ctx, HttpLane lane, ClientFacts facts) {
        this.connection = connection;
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
        return first;
    }

    @Override
    public void sendContinue() {
        write(Unpooled.wrappedBuffer(CONTINUE));
    }

    @Override
    public void interim(ResponseHead head, RequestHead request) {
        if (request.version() == HttpVersion.HTTP_1_0) {
            return;
        }
        writeHead(head, request, Framing.NONE, true, Fields.EMPTY);
        // What comes before an answer comes to be seen at once.
        flush();
    }

    @Override
    public void head(ResponseHead head, RequestHead request, Fields extra, boolean close) {
        framing = ResponseHeadWriter.framingFor(request.version(), head);
        boolean lasts = !close && request.keepAlive() && !(framing instanceof Framing.UntilClose);
        closing = !lasts || connection.takesNoMore();
        writeHead(head, request, framing, !closing, extra);
    }

    private void writeHead(
            ResponseHead head, RequestHead request, Framing bodyFraming, boolean keepAlive, Fields extra) {
        ByteBuf out = ctx.alloc().ioBuffer(head.fields().array().length + HEAD_ALLOWANCE);
        lane.responseHeads().write(head, request, bodyFraming, keepAlive, extra, out);
        write(out);
    }

    @Override
    public void body(ByteBuf data) {
        if (framing instanceof Framing.Chunked) {
            ByteBuf open = ctx.alloc().ioBuffer(CHUNK_OVERHEAD);
            Chunks.open(data.readableBytes(), open);
            write(open);
            write(data);
            ByteBuf close = ctx.alloc().ioBuffer(CHUNK_OVERHEAD);
            Chunks.close(close);
            write(close);
        } else {
            write(data);
        }
    }

    @Override
    public void end(Fields trailers) {
        if (framing instanceof Framing.Chunked) {
            ByteBuf end = ctx.alloc().ioBuffer(trailers.array().length + CHUNK_OVERHEAD);
            Chunks.end(trailers, end);
            write(end);
        }
    }

    @Override
    public void answer(LocalAnswer answer, RequestHead request, boolean close) {
        closing =
                close || !request.keepAlive() || request.version() == HttpVersion.HTTP_1_0 || connection.takesNoMore();
        send(answer, request.isHead());
    }

    /** Answers what could not be read as a request; the connection closes. */
    void answerUnread(LocalAnswer answer) {
        closing = true;
        send(answer, false);
        flush();
    }

    private void send(LocalAnswer answer, boolean headOnly) {
        byte[] body = answer.body().bytes();
        ByteBuf out = ctx.alloc().ioBuffer(HEAD_ALLOWANCE + body.length);
        ResponseHeadWriter.writeOwn(
                answer.status(), answer.reason(), answer.fields(), new Framing.Length(body.length), !closing, out);
        if (!headOnly) {
            out.writeBytes(body);
        }
        write(out);
    }

    @Override
    public void abort() {
        if (framing instanceof Framing.UntilClose) {
            // An orderly close would say that the body is complete.
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
        connection.closeNow();
    }

    @Override
    public void closeUnanswered() {
        flush();
        connection.closeGently();
    }

    @Override
    public boolean writable() {
        return ctx.channel().isWritable();
    }

    @Override
    public void flush() {
        ctx.flush();
    }

    @Override
    public void demand() {
        connection.pump();
    }

    @Override
    public void finished() {
        first = false;
        if (closing) {
            connection.closeGently();
        } else {
            connection.exchangeFinished();
        }
    }

    @Override
    public void tunnel(ResponseHead head, RequestHead request, Fields extra, UpstreamConnection upstream) {
        writeHead(head, request, Framing.NONE, true, extra);
        connection.tunnelTo(upstream);
    }

    private void write(ByteBuf data) {
        ctx.write(data, ctx.voidPromise());
    }
}
