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

    /** A body up to this size is copied behind its head, which costs less than a second buffer to write. */
    private static final int JOINED_BYTES = 1024;

    /** A chunk's size line and the end of the one before. */
    private static final int CHUNK_OVERHEAD = 16;

    private final Http1Connection connection;
    private final ChannelHandlerContext ctx;
    private final HttpLane lane;
    private final ClientFacts facts;
    /** Written, and not handed to the channel yet: what comes next may join it. */
    private ByteBuf tail = Unpooled.EMPTY_BUFFER;

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
        ByteBuf out = newTail(head.fields().array().length + HEAD_ALLOWANCE + JOINED_BYTES);
        lane.responseHeads().write(head, request, bodyFraming, keepAlive, extra, out);
    }

    @Override
    public void body(ByteBuf data) {
        if (framing instanceof Framing.Chunked) {
            Chunks.open(data.readableBytes(), room(CHUNK_OVERHEAD));
            write(data);
            Chunks.close(room(CHUNK_OVERHEAD));
        } else {
            write(data);
        }
    }

    @Override
    public void end(Fields trailers) {
        if (framing instanceof Framing.Chunked) {
            Chunks.end(
                    trailers, room(trailers.size() == 0 ? CHUNK_OVERHEAD : trailers.array().length + HEAD_ALLOWANCE));
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
        ByteBuf out = newTail(HEAD_ALLOWANCE + body.length);
        ResponseHeadWriter.writeOwn(
                answer.status(), answer.reason(), answer.fields(), new Framing.Length(body.length), !closing, out);
        if (!headOnly) {
            out.writeBytes(body);
        }
    }

    @Override
    public void abort() {
        if (framing instanceof Framing.UntilClose) {
            // An orderly close would say that the body is complete.
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
        flush();
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
        handOver();
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

    /** The connection is gone: what was not sent never will be. */
    void drop() {
        tail.release();
        tail = Unpooled.EMPTY_BUFFER;
    }

    private void write(ByteBuf data) {
        if (data.readableBytes() <= tail.writableBytes()) {
            tail.writeBytes(data);
            data.release();
            return;
        }
        handOver();
        ctx.write(data, ctx.voidPromise());
    }

    /** Where so many bytes can be appended. */
    private ByteBuf room(int bytes) {
        return tail.writableBytes() >= bytes ? tail : newTail(bytes);
    }

    private ByteBuf newTail(int bytes) {
        handOver();
        tail = ctx.alloc().ioBuffer(bytes);
        return tail;
    }

    private void handOver() {
        if (tail.isReadable()) {
            ctx.write(tail, ctx.voidPromise());
            tail = Unpooled.EMPTY_BUFFER;
        }
    }
}
