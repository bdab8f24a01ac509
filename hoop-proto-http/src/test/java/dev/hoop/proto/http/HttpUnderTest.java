package dev.hoop.proto.http;

import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.review.Denial;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.contract.Reply;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** HTTP/1.1 for the contract: a statement is a POST whose body is its words. */
final class HttpUnderTest implements ProtocolUnderTest {

    @Override
    public ListenerFactory<?> factory() {
        return new HttpListenerFactory();
    }

    @Override
    public byte[] encode(String words) {
        String request = "POST /contract HTTP/1.1\r\nHost: api.example.com\r\nContent-Length: " + words.length()
                + "\r\n\r\n" + words;
        return request.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public TestUpstream startUpstream(WireJournal journal) {
        return new Upstream(RawHttpUpstream.answering(journal, request -> RawHttpUpstream.response(200, "done")));
    }

    @Override
    public TestClient connect(InetSocketAddress address) throws IOException {
        return new Client(RawHttpClient.connect(address));
    }

    private record Upstream(RawHttpUpstream server) implements TestUpstream {

        @Override
        public String hostAndPort() {
            return server.hostAndPort();
        }

        @Override
        public List<String> ran() {
            return server.requests().stream().map(RawMessage::body).toList();
        }

        @Override
        public long bytesReceived() {
            return server.bytesReceived();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private record Client(RawConnection connection) implements TestClient {

        @Override
        public void send(byte[] bytes) {
            connection.send(bytes);
        }

        @Override
        public Reply reply() {
            RawMessage response = connection.readResponse();
            boolean ran = response.status() == 200;
            return new Reply(
                    ran,
                    ran ? "" : response.text(),
                    response.field(Denial.FIELD_REVIEW_ID),
                    response.field(Denial.FIELD_APPROVED_BY));
        }

        @Override
        public boolean heard() {
            return connection.available() > 0 || connection.wire().end().isPresent();
        }

        @Override
        public void hangUp() {
            connection.reset();
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
