package dev.hoop.mcp;

import dev.hoop.testbase.JoinedSockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A load balancer of TCP connections: each new one goes to the next server. */
final class RoundRobin implements AutoCloseable {

    private final ServerSocket acceptor;
    private final List<Integer> ports;
    private final JoinedSockets sockets = new JoinedSockets();
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
                taken.get(i).incrementAndGet();
                sockets.join(client, server);
            } catch (IOException closed) {
                return;
            }
        }
    }

    @Override
    public void close() {
        try {
            acceptor.close();
            sockets.breakAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
