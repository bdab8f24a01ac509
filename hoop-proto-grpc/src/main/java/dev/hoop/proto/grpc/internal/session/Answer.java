package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.grpc.internal.h2.Endpoint;
import dev.hoop.proto.grpc.internal.h2.Outflow;
import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer of one call: a head, messages, trailers; or trailers only, where nothing was said before. */
final class Answer {

    private static final AsciiString OK = AsciiString.cached("200");
    private static final AsciiString GRPC = AsciiString.cached("application/grpc");

    private final Endpoint client;
    private final int stream;
    private @Nullable Outflow out;
    private boolean headSent;
    private boolean over;

    Answer(Endpoint client, int stream) {
        this.client = client;
        this.stream = stream;
    }

    /** Whether the client was told anything. */
    boolean begun() {
        return headSent;
    }

    /** Whether nothing more can be said. */
    boolean over() {
        return over;
    }

    /** Whether the client takes so many metadata. */
    boolean takes(Http2Headers headers) {
        return client.takes(headers);
    }

    void head(Http2Headers headers) {
        headSent = true;
        client.headers(stream, headers, false);
    }

    /**
     * A piece of the answer.
     *
     * @param data released here
     * @param source the same for all pieces
     */
    void data(ByteBuf data, int credit, Outflow.Source source) {
        if (out == null) {
            out = new Outflow(client.channel().alloc(), source);
            out.open((piece, end, written) -> client.data(stream, piece, end, written));
        }
        out.add(data, credit, false);
    }

    void credit(int bytes) {
        client.credit(stream, bytes);
    }

    /** The last that is said. */
    void end(Http2Headers trailers) {
        over = true;
        if (out != null) {
            out.flush();
        }
        if (!client.peerMaySend(stream)) {
            client.headers(stream, trailers, true);
            return;
        }
        // RFC 9113 section 8.1: the answer stands, and the rest of the request is not wanted. Not before the client's
        // window has let all of the answer out, since a reset drops what waits.
        ChannelPromise written = client.newPromise();
        written.addListener(sent -> {
            if (sent.isSuccess()) {
                client.reset(stream, Http2Error.NO_ERROR);
            }
        });
        client.headers(stream, trailers, true, written);
    }

    /** The last, from here. */
    void status(GrpcStatus status, String text, List<Approval> approvals) {
        Http2Headers trailers = trailers();
        GrpcDenials.addStatus(trailers, status, text);
        GrpcDenials.addApprovals(trailers, approvals);
        end(trailers);
    }

    void denial(Denial denial, List<Approval> approvals) {
        Http2Headers trailers = trailers();
        GrpcDenials.addDenial(trailers, denial);
        if (denial.reviewId().isEmpty()) {
            GrpcDenials.addApprovals(trailers, approvals);
        }
        end(trailers);
    }

    void notReady(Optional<ReviewId> approved, List<Approval> approvals) {
        Http2Headers trailers = trailers();
        GrpcDenials.addNotReady(trailers, approved);
        GrpcDenials.addApprovals(trailers, approvals);
        end(trailers);
    }

    void malformed(BadCall problem) {
        if (!problem.notGrpc()) {
            status(problem.status(), problem.reason(), List.of());
            return;
        }
        byte[] text = (problem.reason() + "\n").getBytes(StandardCharsets.US_ASCII);
        Http2Headers head = new DefaultHttp2Headers(false)
                .status(Integer.toString(problem.httpStatus()))
                .add(CallHead.CONTENT_TYPE, "text/plain")
                .add("content-length", Integer.toString(text.length));
        over = true;
        client.headers(stream, head, false);
        client.data(stream, Unpooled.wrappedBuffer(text), true, sent -> {
            if (client.peerMaySend(stream)) {
                client.reset(stream, Http2Error.NO_ERROR);
            }
        });
    }

    /** The client does not read it. */
    void abandon() {
        over = true;
        if (out != null) {
            out.drop();
        }
    }

    void reset(Http2Error error) {
        abandon();
        client.reset(stream, error);
    }

    private Http2Headers trailers() {
        Http2Headers trailers = new DefaultHttp2Headers(false);
        return headSent ? trailers : trailers.status(OK).add(CallHead.CONTENT_TYPE, GRPC);
    }
}
