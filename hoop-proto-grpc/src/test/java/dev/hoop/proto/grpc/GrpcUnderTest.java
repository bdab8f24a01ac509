package dev.hoop.proto.grpc;

import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.contract.Reply;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.http2.Http2Wire;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * gRPC for the contract: a statement is a unary call whose message is a text. Every statement takes the next stream of all
 * that this object gave out, so that each connection sees rising numbers, with gaps (RFC 9113 section 5.1.1).
 */
final class GrpcUnderTest implements ProtocolUnderTest {

    private final AtomicInteger streams = new AtomicInteger(1);
    private final Path descriptors;

    GrpcUnderTest(Path descriptors) {
        this.descriptors = descriptors;
    }

    @Override
    public ListenerFactory<?> factory() {
        return new GrpcListenerFactory();
    }

    @Override
    public List<String> configuration() {
        return List.of("grpc: {descriptors: ['" + descriptors + "'], capture_payload: true}");
    }

    @Override
    public TestUpstream startUpstream(WireJournal journal) {
        return new RawGrpcUpstream(journal);
    }

    @Override
    public byte[] encode(String words) {
        return call(streams.getAndAdd(2), Grpc.RUN, Grpc.framed(0, Grpc.text(words)));
    }

    /** A whole call. */
    static byte[] call(int stream, String path, byte[] body, String... metadata) {
        return Http2Frames.join(
                head(stream, path, metadata),
                Http2Frames.frame(Http2Frames.DATA, Http2Frames.END_STREAM, stream, body));
    }

    /** A call's head, without its end. */
    static byte[] head(int stream, String path, String... metadata) {
        byte[] fields = Http2Frames.join(
                Http2Frames.request("POST", path, "content-type", "application/grpc", "te", "trailers"),
                Http2Frames.fields(metadata));
        return Http2Frames.headers(stream, false, fields);
    }

    @Override
    public TestClient connect(InetSocketAddress address) throws IOException {
        return new Client(Http2Wire.begin(RawHttpClient.connect(address).wire()));
    }

    private static final class Client implements TestClient {

        private final Http2Wire http2;
        private final Deque<Integer> unanswered = new ArrayDeque<>();

        /** What was sent and is no whole frame yet. */
        private byte[] sent = new byte[0];

        Client(Http2Wire http2) {
            this.http2 = http2;
        }

        @Override
        public void send(byte[] bytes) {
            http2.send(bytes);
            sent = Http2Frames.join(sent, bytes);
            while (sent.length >= Http2Frames.HEAD) {
                int length = Http2Frames.HEAD + Http2Frames.length(sent);
                if (sent.length < length) {
                    return;
                }
                if (sent[3] == Http2Frames.HEADERS) {
                    unanswered.add(Http2Frames.stream(sent));
                }
                sent = Arrays.copyOfRange(sent, length, sent.length);
            }
        }

        @Override
        public Reply reply() {
            int stream = unanswered.remove();
            Http2Wire.Answer answer = http2.answer(stream);
            http2.forget(stream);
            boolean ran = answer.field("grpc-status").orElse("").equals("0");
            String message = answer.field("grpc-message").orElse("").replace("+", "%2B");
            return new Reply(
                    ran,
                    ran ? "" : URLDecoder.decode(message, StandardCharsets.UTF_8),
                    answer.field("x-hoop-review-id"),
                    answer.field("x-hoop-approved-by"));
        }

        @Override
        public boolean heard() {
            return http2.heard();
        }

        @Override
        public void hangUp() {
            http2.wire().reset();
        }

        @Override
        public void close() {
            http2.close();
        }
    }
}
