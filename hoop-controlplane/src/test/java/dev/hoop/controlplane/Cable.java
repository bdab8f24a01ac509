package dev.hoop.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Leads to a server, and can be cut and mended: while it is cut, connections break and new ones are refused at once. */
final class Cable implements AutoCloseable {

    private final InetSocketAddress server;
    private final ServerSocket acceptor;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
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
        open.forEach(Cable::end);
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
                open.add(near);
                open.add(far);
                start("cable-there", () -> pass(near, far));
                start("cable-back", () -> pass(far, near));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void pass(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException e) {
            // The one or the other end is gone: both are.
        } finally {
            open.remove(from);
            open.remove(to);
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
