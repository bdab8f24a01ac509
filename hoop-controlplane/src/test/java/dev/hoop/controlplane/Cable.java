package dev.hoop.controlplane;

import dev.hoop.testbase.JoinedSockets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Leads to a server, and can be cut and mended: while it is cut, connections break and new ones are refused at once. */
final class Cable implements AutoCloseable {

    private final InetSocketAddress server;
    private final ServerSocket acceptor;
    private final JoinedSockets sockets = new JoinedSockets();
    private volatile boolean cut;

    Cable(InetSocketAddress server) throws IOException {
        this.server = server;
        this.acceptor = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("cable", this::accept);
    }

    int port() {
        return acceptor.getLocalPort();
    }

    void cut() {
        cut = true;
        sockets.breakAll();
    }

    void mend() {
        cut = false;
    }

    private void accept() {
        try {
            while (true) {
                Socket near = acceptor.accept();
                if (cut) {
                    end(near);
                    continue;
                }
                Socket far = new Socket(server.getAddress(), server.getPort());
                sockets.join(near, far);
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Then it is closed.
        }
    }

    @Override
    public void close() throws IOException {
        acceptor.close();
        cut();
    }
}
