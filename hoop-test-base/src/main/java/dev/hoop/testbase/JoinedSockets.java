package dev.hoop.testbase;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Pairs of sockets, each passing on what the other says until either is gone: then both are. Safe for use by many threads. */
public final class JoinedSockets {

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Joins two sockets, by two daemon threads. Takes them. */
    public void join(Socket near, Socket far) {
        open.add(near);
        open.add(far);
        start(() -> pass(near, far));
        start(() -> pass(far, near));
    }

    /** Breaks every pair. */
    public void breakAll() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                // Then it is closed.
            }
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

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "joined-sockets");
        thread.setDaemon(true);
        thread.start();
    }
}
