package dev.hoop.proto.pg;

import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.contract.Reply;
import dev.hoop.testkit.pg.PgBackend;
import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.RawPgUpstream;
import dev.hoop.testkit.wire.WireJournal;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL for the contract: a statement is a simple query that selects its words. */
final class PgUnderTest implements ProtocolUnderTest {

    private static final String BEFORE = "select '";
    private static final String AFTER = "'";

    /** What the sidecar sends in the place of a text that it refused. */
    private static final String REFUSED = "refused by hoop";

    @Override
    public ListenerFactory<?> factory() {
        return new PgListenerFactory();
    }

    @Override
    public byte[] encode(String words) {
        return PgFrontend.query(BEFORE + words + AFTER);
    }

    @Override
    public TestUpstream startUpstream(WireJournal journal) {
        return new Upstream(RawPgUpstream.answering(
                journal,
                text -> text.equals(REFUSED)
                        ? PgBackend.error("ERROR", "42601", "syntax error")
                        : PgBackend.commandComplete("SELECT 1")));
    }

    @Override
    public TestClient connect(InetSocketAddress address) {
        return new Client(RawPgClient.open(address, PgLogin.as("ana", "shop")));
    }

    private record Upstream(RawPgUpstream server) implements TestUpstream {

        @Override
        public String hostAndPort() {
            return server.hostAndPort();
        }

        @Override
        public List<String> ran() {
            return server.queries().stream()
                    .filter(text -> !text.equals(REFUSED))
                    .map(text -> text.substring(BEFORE.length(), text.length() - AFTER.length()))
                    .toList();
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

    private record Client(RawPgClient client) implements TestClient {

        private static final Pattern REVIEW = Pattern.compile("review_id=(\\S+)");
        private static final Pattern APPROVED = Pattern.compile("approved by (\\S+) \\(review (\\S+)\\)");

        @Override
        public void send(byte[] bytes) {
            client.send(bytes);
        }

        @Override
        public Reply reply() {
            Reply reply = Reply.ranUnasked();
            for (PgMessage message : client.readUntil(Client::isLast)) {
                if (message instanceof PgMessage.NoticeResponse notice) {
                    Matcher approved = APPROVED.matcher(notice.field('M'));
                    if (approved.matches()) {
                        reply = new Reply(true, "", Optional.of(approved.group(2)), Optional.of(approved.group(1)));
                    }
                } else if (message instanceof PgMessage.ErrorResponse error) {
                    Matcher review = REVIEW.matcher(error.field('D'));
                    reply = new Reply(
                            false,
                            error.field('M'),
                            review.find() ? Optional.of(review.group(1)) : Optional.empty(),
                            Optional.empty());
                }
            }
            return reply;
        }

        private static boolean isLast(PgMessage message) {
            return message instanceof PgMessage.ReadyForQuery;
        }

        /** That the statement is held is told at once, which is no answer yet. */
        @Override
        public boolean heard() {
            byte[] untaken = client.wire().untaken();
            boolean notice = untaken.length > 0 && untaken[0] == 'N';
            return client.wire().end().isPresent() || (untaken.length > 0 && !notice);
        }

        @Override
        public void hangUp() {
            client.wire().reset();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
