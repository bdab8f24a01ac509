package dev.hoop.examples.lines;

import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.testkit.contract.ListenerContract;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.contract.Reply;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The whole contract of a listener, for a protocol of one's own. */
class LinesListenerContractTest extends ListenerContract {

    private static final byte[] LINE_END = {'\n'};
    private static final String DENIED = "DENIED ";

    @Override
    protected ProtocolUnderTest protocol() {
        return new Lines();
    }

    /** A line has one place for a text, and the review's id is in it. */
    @Override
    protected boolean namesReviews() {
        return false;
    }

    /** An answer is the store's own line, so nothing can be added to it. */
    @Override
    protected boolean namesApprovers() {
        return false;
    }

    private static final class Lines implements ProtocolUnderTest {

        @Override
        public ListenerFactory<?> factory() {
            return new LinesListenerFactory();
        }

        @Override
        public byte[] encode(String words) {
            return ("SET note " + words + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public TestUpstream startUpstream(WireJournal journal) {
            return Store.start(journal);
        }

        @Override
        public TestClient connect(InetSocketAddress address) {
            return new Client(WireConnection.connect(address, "client", new WireJournal()));
        }
    }

    /** A store that remembers what it was told and says OK. */
    private record Store(WireServer server, List<String> ran) implements ProtocolUnderTest.TestUpstream {

        static Store start(WireJournal journal) {
            List<String> ran = new CopyOnWriteArrayList<>();
            return new Store(WireServer.start("upstream", journal, connection -> serve(connection, ran)), ran);
        }

        private static void serve(WireConnection connection, List<String> ran) {
            while (connection.awaitMore()) {
                Optional<byte[]> line = connection.tryTakeThrough(LINE_END);
                if (line.isEmpty()) {
                    return;
                }
                ran.add(text(line.get()).substring("SET note ".length()));
                connection.send("OK\n");
            }
        }

        @Override
        public String hostAndPort() {
            return server.hostAndPort();
        }

        @Override
        public long bytesReceived() {
            return server.connections().stream()
                    .mapToLong(connection -> connection.received().length)
                    .sum();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private record Client(WireConnection connection) implements ProtocolUnderTest.TestClient {

        @Override
        public void send(byte[] bytes) {
            connection.send(bytes);
        }

        @Override
        public Reply reply() {
            String line = text(connection.takeThrough(LINE_END));
            return line.startsWith(DENIED)
                    ? new Reply(false, line.substring(DENIED.length()), Optional.empty(), Optional.empty())
                    : Reply.ranUnasked();
        }

        @Override
        public boolean heard() {
            return connection.untaken().length > 0 || connection.end().isPresent();
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

    private static String text(byte[] line) {
        return new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
    }
}
