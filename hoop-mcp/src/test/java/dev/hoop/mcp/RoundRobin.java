package dev.hoop.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A load balancer of TCP connections: each new one goes to the next server. */
final class RoundRobin implements AutoCloseable {

    private final ServerSocket acceptor;
    private final List<Integer> ports;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<AtomicInteger> taken;

    RoundRobin(List<Integer> ports) {
        this.ports = ports;
        this.taken = ports.stream().map(port -> new AtomicInteger()).toList();
        try {
            acceptor = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    int port() {
        return acceptor.getLocalPort();
    }

    /** How many connections each server got. */
    List<Integer> taken() {
        return taken.stream().map(AtomicInteger::get).toList();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "round-robin");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        for (int i = 0; !acceptor.isClosed(); i = (i + 1) % ports.size()) {
            try {
                Socket client = acceptor.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), ports.get(i));
                open.add(client);
                open.add(server);
                taken.get(i).incrementAndGet();
                daemon(() -> pump(client, server));
                daemon(() -> pump(server, client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // One side is gone, so the other goes.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    @Override
    public void close() {
        try {
            acceptor.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
