package dev.hoop.testkit.http;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * A server whose every byte the test decides about. Either the test takes each accepted connection and plays the upstream
 * on it ({@link #start()}, {@link #next()}; a connection that it has not taken stays silent), or a function answers every
 * request ({@link #answering}).
 */
public final class RawHttpUpstream implements AutoCloseable {

    /** What to send for a request; called on the connection's thread. An empty array sends nothing. */
    @FunctionalInterface
    public interface Responder {
        byte[] answer(RawMessage request);
    }

    private static final String NAME = "upstream";

    private final WireServer server;
    private final List<RawMessage> requests;
    private final AtomicInteger taken = new AtomicInteger();

    private RawHttpUpstream(WireServer server, List<RawMessage> requests) {
        this.server = server;
        this.requests = requests;
    }

    /** Starts on a free port of the loopback interface; the test plays the upstream. */
    public static RawHttpUpstream start() {
        return start(new WireJournal());
    }

    /** As above, with a journal to share; connections are named {@code upstream-0}, {@code upstream-1} and so on. */
    public static RawHttpUpstream start(WireJournal journal) {
        return new RawHttpUpstream(WireServer.start(NAME, journal), List.of());
    }

    /** As above, over TLS. */
    public static RawHttpUpstream startTls(WireJournal journal, SSLContext tls) {
        return new RawHttpUpstream(WireServer.startTls(NAME, journal, tls), List.of());
    }

    /** Answers every request of every connection, in order, until the client ends its direction. */
    public static RawHttpUpstream answering(WireJournal journal, Responder responder) {
        List<RawMessage> requests = new CopyOnWriteArrayList<>();
        return new RawHttpUpstream(WireServer.start(NAME, journal, loop(requests, responder)), requests);
    }

    /** As above, on a port that is known to be free: that of an upstream which was closed, so that it comes back. */
    public static RawHttpUpstream answeringAt(int port, WireJournal journal, Responder responder) {
        List<RawMessage> requests = new CopyOnWriteArrayList<>();
        return new RawHttpUpstream(WireServer.startAt(port, NAME, journal, loop(requests, responder)), requests);
    }

    /** As above, over TLS. */
    public static RawHttpUpstream answeringTls(WireJournal journal, SSLContext tls, Responder responder) {
        List<RawMessage> requests = new CopyOnWriteArrayList<>();
        return new RawHttpUpstream(WireServer.startTls(NAME, journal, tls, loop(requests, responder)), requests);
    }

    private static WireServer.Script loop(List<RawMessage> requests, Responder responder) {
        return wire -> {
            RawConnection connection = new RawConnection(wire);
            while (wire.awaitMore()) {
                RawMessage request = connection.readRequest();
                requests.add(request);
                connection.send(responder.answer(request));
            }
        };
    }

    /** A response with a text body and {@code Content-Length}, as bytes. Field lines are {@code Name: value}. */
    public static byte[] response(int status, String text, String... fieldLines) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        for (String line : fieldLines) {
            head.append(line).append("\r\n");
        }
        if (status != 204 && status != 304) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        return whole;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Where it listens, as a configuration takes it: {@code host:port}. */
    public String hostAndPort() {
        return server.hostAndPort();
    }

    /** Where it listens, as a plain HTTP address without a path. */
    public URI uri() {
        return URI.create("http://" + hostAndPort());
    }

    /** How many connections were made to it so far. */
    public int connections() {
        return server.connections().size();
    }

    /** The next connection that was made; waits for it. For the test that plays the upstream. */
    public RawConnection next() {
        return new RawConnection(server.awaitConnection(taken.getAndIncrement()));
    }

    /** Every request that was answered by the function so far, in the order of arrival. */
    public List<RawMessage> requests() {
        return List.copyOf(requests);
    }

    /** Waits until so many requests were read. */
    public List<RawMessage> awaitRequests(int count) {
        Eventually.await(
                () -> requests.size() >= count,
                WireConnection.PATIENCE,
                () -> count + " requests; there are " + requests.size());
        return requests();
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
