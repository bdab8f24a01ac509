package dev.hoop.proto.http;

import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.review.Denial;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.contract.Reply;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.http2.Http2Wire;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HTTP/2 for the contract: a statement is a POST on a stream of its own. Every statement takes the next stream of all that
 * this object gave out, so that each connection sees rising numbers, with gaps (RFC 9113 section 5.1.1).
 */
final class Http2UnderTest implements ProtocolUnderTest {

    /** Opens the connection underneath: with prior knowledge, or over TLS. */
    @FunctionalInterface
    interface Dial {
        WireConnection open(InetSocketAddress address) throws IOException;
    }

    private final ProtocolUnderTest http1 = new HttpUnderTest();
    private final AtomicInteger streams = new AtomicInteger(1);
    private final List<String> configuration;
    private final Dial dial;

    Http2UnderTest(List<String> configuration, Dial dial) {
        this.configuration = configuration;
        this.dial = dial;
    }

    @Override
    public ListenerFactory<?> factory() {
        return http1.factory();
    }

    @Override
    public List<String> configuration() {
        return configuration;
    }

    @Override
    public byte[] encode(String words) {
        int stream = streams.getAndAdd(2);
        return Http2Frames.join(
                Http2Frames.headers(stream, false, Http2Frames.request("POST", "/contract")),
                Http2Frames.data(stream, true, words));
    }

    @Override
    public TestUpstream startUpstream(WireJournal journal) throws IOException {
        return http1.startUpstream(journal);
    }

    @Override
    public TestClient connect(InetSocketAddress address) throws IOException {
        return new Client(Http2Wire.begin(dial.open(address)));
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
            boolean ran = answer.status().equals("200");
            return new Reply(
                    ran,
                    ran ? "" : answer.body(),
                    answer.field(Denial.FIELD_REVIEW_ID.toLowerCase(Locale.ROOT)),
                    answer.field(Denial.FIELD_APPROVED_BY.toLowerCase(Locale.ROOT)));
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
