package dev.hoop.testkit.pg;

import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A client that writes exactly the bytes that the test gives it, {@link PgFrontend} makes most of them, and reads the
 * server's messages one after the other. It answers requests for a password by itself, and nothing else.
 */
public final class RawPgClient implements AutoCloseable {

    /** The protocol's name in the negotiation of direct TLS. */
    public static final String ALPN = "postgresql";

    private static final String NAME = "client";
    private static final int HEADER = 5;
    private static final int LONGEST_MESSAGE = 1 << 28;

    private final WireConnection wire;
    private final List<PgMessage> welcome = new ArrayList<>();

    private RawPgClient(WireConnection wire) {
        this.wire = wire;
    }

    /** Connects, and sends nothing. */
    public static RawPgClient connect(InetSocketAddress address) {
        return connect(address, new WireJournal());
    }

    /** As above, with a journal to share; the connection's name is {@code client}. */
    public static RawPgClient connect(InetSocketAddress address, WireJournal journal) {
        return new RawPgClient(WireConnection.connect(address, NAME, journal));
    }

    /** Connects and logs in. */
    public static RawPgClient open(InetSocketAddress address, PgLogin login) {
        return loggedIn(connect(address), login);
    }

    /** Connects with TLS by SSLRequest and logs in. */
    public static RawPgClient openTls(InetSocketAddress address, SSLContext tls, PgLogin login) {
        return loggedIn(connectTls(address, tls), login);
    }

    private static RawPgClient loggedIn(RawPgClient client, PgLogin login) {
        try {
            client.logIn(login);
            return client;
        } catch (AssertionError | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Connects and asks for TLS by SSLRequest; for the handshake the answer must be {@code S}. */
    public static RawPgClient connectTls(InetSocketAddress address, SSLContext tls) {
        return connectTls(address, tls, new byte[0]);
    }

    /** As above, with bytes in the same write as the SSLRequest, which an honest client never sends. */
    public static RawPgClient connectTls(InetSocketAddress address, SSLContext tls, byte[] smuggled) {
        return secured(address, tls, plain -> {
            plain.getOutputStream().write(PgFrontend.together(PgFrontend.sslRequest(), smuggled));
            expect(plain, 'S', "TLS");
        });
    }

    /** Asks for GSS encryption, which has to be answered so, then for TLS, as libpq does where it has a ticket. */
    public static RawPgClient connectTlsAfterGss(InetSocketAddress address, SSLContext tls, char gssAnswer) {
        return secured(address, tls, plain -> {
            plain.getOutputStream().write(PgFrontend.gssEncRequest());
            expect(plain, gssAnswer, "GSS encryption");
            plain.getOutputStream().write(PgFrontend.sslRequest());
            expect(plain, 'S', "TLS");
        });
    }

    private static void expect(Socket plain, char expected, String what) throws IOException {
        int answer = plain.getInputStream().read();
        if (answer != expected) {
            throw new AssertionError(what + " was answered with " + (answer < 0 ? "the end" : (char) answer));
        }
    }

    /** Connects and starts with the TLS handshake at once, with these protocols offered; {@link #ALPN} is the right one. */
    public static RawPgClient connectDirectTls(InetSocketAddress address, SSLContext tls, String... protocols) {
        return secured(address, tls, plain -> {}, protocols);
    }

    private interface Opening {
        void on(Socket plain) throws IOException;
    }

    @SuppressWarnings("AddressSelection") // an address, never a name
    private static RawPgClient secured(
            InetSocketAddress address, SSLContext tls, Opening opening, String... protocols) {
        int patience = (int) WireConnection.PATIENCE.toMillis();
        Socket plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.connect(address, patience);
            plain.setSoTimeout(patience);
            opening.on(plain);
            SSLSocket secure = (SSLSocket)
                    tls.getSocketFactory().createSocket(plain, address.getHostString(), address.getPort(), true);
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setApplicationProtocols(protocols);
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            plain.setSoTimeout(0);
            return new RawPgClient(new WireConnection(secure, NAME, new WireJournal()));
        } catch (IOException e) {
            closeQuietly(plain, e);
            throw new UncheckedIOException("TLS with " + address, e);
        } catch (AssertionError e) {
            closeQuietly(plain, e);
            throw e;
        }
    }

    private static void closeQuietly(Socket socket, Throwable failure) {
        try {
            socket.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Sends the StartupMessage, answers what the server asks for and reads until it is ready.
     *
     * @return everything that the server sent
     * @throws AssertionError with the server's own words when it refuses
     */
    public List<PgMessage> logIn(PgLogin login) {
        List<PgMessage> messages = tryLogIn(login);
        if (messages.isEmpty() || !(messages.get(messages.size() - 1) instanceof PgMessage.ReadyForQuery)) {
            throw new AssertionError("no login as " + login + ": " + lines(messages));
        }
        return messages;
    }

    /** As above, or until it refuses or the connection ends. */
    public List<PgMessage> tryLogIn(PgLogin login) {
        send(login.startup());
        PgAuthentication authentication = new PgAuthentication(login, this);
        for (Optional<PgMessage> next = tryNext(); next.isPresent(); next = tryNext()) {
            PgMessage message = next.get();
            welcome.add(message);
            if (message instanceof PgMessage.Authentication request) {
                authentication.answer(request);
            }
            if (message instanceof PgMessage.ReadyForQuery || message instanceof PgMessage.ErrorResponse) {
                break;
            }
        }
        return welcome();
    }

    /** What the server sent during the login. */
    public List<PgMessage> welcome() {
        return List.copyOf(welcome);
    }

    /** The key for cancelling, as the server gave it during the login. */
    public PgMessage.BackendKeyData key() {
        return welcome.stream()
                .flatMap(message -> message instanceof PgMessage.BackendKeyData key
                        ? Optional.of(key).stream()
                        : Optional.<PgMessage.BackendKeyData>empty().stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError("the server gave no key: " + lines(welcome)));
    }

    /** Sends messages in one write. */
    public RawPgClient send(byte[]... messages) {
        wire.send(PgFrontend.together(messages));
        return this;
    }

    /** Takes one byte, the answer to SSLRequest or GSSENCRequest. */
    public char takeByte() {
        return (char) wire.take(1)[0];
    }

    /** The next message, waiting for it. */
    public PgMessage next() {
        return tryNext().orElseThrow(() -> new AssertionError("the connection ended where a message was due"));
    }

    /** The next message, waiting for it; nothing where the connection ended. */
    public Optional<PgMessage> tryNext() {
        byte[] header = wire.takeUpTo(HEADER);
        if (header.length == 0) {
            return Optional.empty();
        }
        if (header.length < HEADER) {
            throw new AssertionError("the connection ended within a message: " + Arrays.toString(header));
        }
        int length = ByteBuffer.wrap(header, 1, Integer.BYTES).getInt() - Integer.BYTES;
        if (length < 0 || length > LONGEST_MESSAGE) {
            throw new AssertionError("no message has a body of " + length + " bytes: " + Arrays.toString(header));
        }
        return Optional.of(PgMessage.of((char) header[0], wire.take(length)));
    }

    /** Reads through the first message for which the condition holds. */
    public List<PgMessage> readUntil(Predicate<PgMessage> last) {
        List<PgMessage> messages = new ArrayList<>();
        do {
            Optional<PgMessage> next = tryNext();
            if (next.isEmpty()) {
                throw new AssertionError("the connection ended after " + lines(messages));
            }
            messages.add(next.get());
        } while (!last.test(messages.get(messages.size() - 1)));
        return messages;
    }

    /** Reads through the next ReadyForQuery. */
    public List<PgMessage> readUntilReady() {
        return readUntil(message -> message instanceof PgMessage.ReadyForQuery);
    }

    /** Reads to the end of the connection, waiting for that. */
    public List<PgMessage> readToEnd() {
        List<PgMessage> messages = new ArrayList<>();
        for (Optional<PgMessage> next = tryNext(); next.isPresent(); next = tryNext()) {
            messages.add(next.get());
        }
        return messages;
    }

    /** Sends a simple query and reads through ReadyForQuery. */
    public List<PgMessage> query(String sql) {
        return send(PgFrontend.query(sql)).readUntilReady();
    }

    /** Messages as lines. */
    public static List<String> lines(List<PgMessage> messages) {
        return messages.stream().map(PgMessage::line).collect(Collectors.toList());
    }

    /** The connection, for what this class does not offer. */
    public WireConnection wire() {
        return wire;
    }

    /** Closes the connection, without Terminate. */
    @Override
    public void close() {
        wire.close();
    }
}
