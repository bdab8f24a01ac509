package dev.hoop.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server whose every byte the test decides about: the test takes each accepted connection and plays the upstream on it.
 * A connection that the test has not taken stays silent.
 */
public final class RawHttpUpstream implements AutoCloseable {

    private final ServerSocket server;
    private final BlockingQueue<RawConnection> waiting = new LinkedBlockingQueue<>();
    private final List<RawConnection> all = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final Thread acceptor;

    private RawHttpUpstream(ServerSocket server) {
        this.server = server;
        this.acceptor = new Thread(this::acceptAll, "raw-http-upstream");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** Starts on a free port of the loopback interface. */
    public static RawHttpUpstream start() throws IOException {
        return new RawHttpUpstream(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** How many connections were made to it so far. */
    public int connections() {
        return accepted.get();
    }

    /** The next connection that was made; waits for it. */
    public RawConnection next() {
        try {
            RawConnection connection = waiting.poll(RawConnection.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            if (connection == null) {
                throw new AssertionError("nobody connected to the upstream");
            }
            return connection;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a connection", e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            acceptor.join(RawConnection.TIMEOUT.toMillis());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(RawConnection::close);
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                accepted.incrementAndGet();
                RawConnection connection = new RawConnection(socket);
                all.add(connection);
                waiting.add(connection);
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
