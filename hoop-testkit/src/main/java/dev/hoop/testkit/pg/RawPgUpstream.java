package dev.hoop.testkit.pg;

import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * A PostgreSQL server that is played: every byte that it sends is the test's. For what a real server never does, and for
 * tests in which only the arrival of statements matters. Its connections are named {@code upstream-0}, {@code upstream-1}
 * and so on in the journal.
 */
public final class RawPgUpstream implements AutoCloseable {

    /** What the server does on one connection, which is closed when this returns. */
    @FunctionalInterface
    public interface Play {
        void play(RawPgSession session) throws IOException;
    }

    private static final String NAME = "upstream";

    private final WireServer server;
    private final List<String> queries;

    private RawPgUpstream(WireServer server, List<String> queries) {
        this.server = server;
        this.queries = queries;
    }

    /** Starts one that does on each connection what the play says, from the first byte on. */
    public static RawPgUpstream start(WireJournal journal, Play play) {
        return new RawPgUpstream(WireServer.start(NAME, journal, script(play)), List.of());
    }

    /** As above; the client must send an SSLRequest first, is answered {@code S}, and the play begins within TLS. */
    public static RawPgUpstream startTls(WireJournal journal, SSLContext tls, Play play) {
        return new RawPgUpstream(
                WireServer.startOpened(NAME, journal, accepted -> secure(accepted, tls), script(play)), List.of());
    }

    /**
     * Welcomes everybody, declining encryption, and answers every Query with what the function makes of its text, followed
     * by ReadyForQuery. It knows no other messages but Terminate.
     */
    public static RawPgUpstream answering(WireJournal journal, Function<String, byte[]> answer) {
        List<String> queries = new CopyOnWriteArrayList<>();
        Play play = session -> {
            session.readStartupDecliningEncryption();
            session.send(PgBackend.welcome());
            while (session.awaitMore()) {
                PgFrame frame = session.read();
                if (frame.tag() != 'Q') {
                    return;
                }
                queries.add(frame.text());
                session.send(answer.apply(frame.text()), PgBackend.readyForQuery('I'));
            }
        };
        return new RawPgUpstream(WireServer.start(NAME, journal, script(play)), queries);
    }

    private static WireServer.Script script(Play play) {
        return wire -> play.play(new RawPgSession(wire));
    }

    private static Socket secure(Socket accepted, SSLContext tls) throws IOException {
        accepted.setSoTimeout((int) WireConnection.PATIENCE.toMillis());
        byte[] request = PgFrontend.sslRequest();
        byte[] first = accepted.getInputStream().readNBytes(request.length);
        if (!Arrays.equals(first, request)) {
            throw new IOException("no SSLRequest: " + PgText.shown(first));
        }
        accepted.getOutputStream().write('S');
        Socket secure = tls.getSocketFactory().createSocket(accepted, null, true);
        accepted.setSoTimeout(0);
        return secure;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Where it listens, as a configuration takes it: {@code host:port}. */
    public String hostAndPort() {
        return server.hostAndPort();
    }

    /** The texts of every Query that {@link #answering} answered, in the order of arrival over all connections. */
    public List<String> queries() {
        return List.copyOf(queries);
    }

    /** The connection with that number, counted from 0; waits for it. */
    public WireConnection awaitConnection(int number) {
        return server.awaitConnection(number);
    }

    /** How many connections were made to it so far. */
    public int connections() {
        return server.connections().size();
    }

    /** How many bytes came in over all connections. */
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
