package dev.hoop.testkit.wire;

import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/**
 * A server on a free loopback port. It runs a script for every connection, each on a thread of its own, or leaves the
 * connections to the test. Closing it closes every connection; a script that is waiting then fails quietly.
 */
public final class WireServer implements AutoCloseable {

    /** What the server does with one connection. The connection is closed when the script returns. */
    @FunctionalInterface
    public interface Script {
        void run(WireConnection connection) throws IOException;
    }

    /**
     * Makes of an accepted socket the one to talk on, before anything is read ahead: TLS that begins in the protocol's own
     * words. Runs on a thread of its own; a connection that it fails on is closed and marked in the journal.
     */
    @FunctionalInterface
    public interface Opening {
        Socket open(Socket accepted) throws IOException;
    }

    private static final int BACKLOG = 1024;

    private final ServerSocket listening;
    private final String name;
    private final WireJournal journal;
    private final Optional<Script> script;
    private final Optional<Opening> opening;
    private final List<WireConnection> connections = new ArrayList<>();
    private final Thread acceptor;
    private volatile boolean closed;

    private WireServer(
            ServerSocket listening,
            String name,
            WireJournal journal,
            Optional<Script> script,
            Optional<Opening> opening) {
        this.listening = listening;
        this.name = name;
        this.journal = journal;
        this.script = script;
        this.opening = opening;
        this.acceptor = spawn("accept-" + name, this::accept);
    }

    /**
     * Starts over TCP without a script: connections are the test's, and stay open until it or this server closes them.
     * They are named {@code NAME-0}, {@code NAME-1} and so on in the journal.
     */
    public static WireServer start(String name, WireJournal journal) {
        return start(name, journal, Optional.empty(), ServerSocketFactory.getDefault(), Optional.empty());
    }

    /** Starts over TCP with a script. */
    public static WireServer start(String name, WireJournal journal, Script script) {
        return start(name, journal, Optional.of(script), ServerSocketFactory.getDefault(), Optional.empty());
    }

    /**
     * Starts over TCP with a script on the port of a server that was closed. Waits for the port: a client that dials a
     * port on which nobody listens may, seldom, be given that very port for its own end.
     */
    public static WireServer startAt(int port, String name, WireJournal journal, Script script) {
        ServerSocket listening =
                Eventually.value(() -> tryBind(port), WireConnection.PATIENCE, "port " + port + " becomes free");
        return new WireServer(listening, name, journal, Optional.of(script), Optional.empty());
    }

    private static Optional<ServerSocket> tryBind(int port) {
        try {
            return Optional.of(ServerSocketFactory.getDefault()
                    .createServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
        } catch (BindException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("bind port " + port, e);
        }
    }

    /** Starts over TCP with an opening and a script. */
    public static WireServer startOpened(String name, WireJournal journal, Opening opening, Script script) {
        return start(name, journal, Optional.of(script), ServerSocketFactory.getDefault(), Optional.of(opening));
    }

    /** Starts over TLS without a script. */
    public static WireServer startTls(String name, WireJournal journal, SSLContext tls) {
        return start(name, journal, Optional.empty(), tls.getServerSocketFactory(), Optional.empty());
    }

    /** Starts over TLS with a script. */
    public static WireServer startTls(String name, WireJournal journal, SSLContext tls, Script script) {
        return start(name, journal, Optional.of(script), tls.getServerSocketFactory(), Optional.empty());
    }

    private static WireServer start(
            String name,
            WireJournal journal,
            Optional<Script> script,
            ServerSocketFactory sockets,
            Optional<Opening> opening) {
        try {
            ServerSocket listening = sockets.createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            return new WireServer(listening, name, journal, script, opening);
        } catch (IOException e) {
            throw new UncheckedIOException("bind a loopback port", e);
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                if (opening.isPresent()) {
                    spawn("open-" + name, () -> open(opening.get(), socket));
                } else {
                    take(socket);
                }
            } catch (IOException e) {
                if (!closed) {
                    throw new UncheckedIOException(name + ": accept", e);
                }
            }
        }
    }

    private void open(Opening how, Socket socket) {
        try {
            take(how.open(socket));
        } catch (IOException | RuntimeException e) {
            journal.mark(name + " opening failed: " + e.getMessage());
            try {
                socket.close();
            } catch (IOException closing) {
                journal.mark(name + " closing failed: " + closing.getMessage());
            }
        }
    }

    private void take(Socket socket) {
        WireConnection connection;
        synchronized (connections) {
            connection = new WireConnection(socket, name + "-" + connections.size(), journal);
            connections.add(connection);
        }
        if (closed) {
            connection.close();
        }
        script.ifPresent(steps -> spawn("script-" + connection.name(), () -> run(steps, connection)));
    }

    private void run(Script steps, WireConnection connection) {
        try (connection) {
            steps.run(connection);
        } catch (IOException | UncheckedIOException | AssertionError e) {
            if (!closed) {
                journal.mark(connection.name() + " script failed: " + e.getMessage());
            }
        }
    }

    private static Thread spawn(String threadName, Runnable task) {
        Thread thread = new Thread(task, threadName);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /** Where it listens, as a configuration takes it: {@code host:port}. */
    public String hostAndPort() {
        String host = listening.getInetAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + listening.getLocalPort();
    }

    /** Every connection so far, in the order of acceptance; also those that ended. */
    public List<WireConnection> connections() {
        synchronized (connections) {
            return List.copyOf(connections);
        }
    }

    /** Waits for the connection with that number, counted from 0. */
    public WireConnection awaitConnection(int number) {
        return Eventually.value(
                () -> connections().size() > number ? Optional.of(connections().get(number)) : Optional.empty(),
                WireConnection.PATIENCE,
                name + ": connection " + number);
    }

    /** The journal it writes to. */
    public WireJournal journal() {
        return journal;
    }

    @Override
    public void close() {
        closed = true;
        try {
            listening.close();
            // The port is free only once the thread that accepts on it has let go of it.
            acceptor.join(WireConnection.PATIENCE.toMillis());
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": close", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connections().forEach(WireConnection::close);
    }
}
