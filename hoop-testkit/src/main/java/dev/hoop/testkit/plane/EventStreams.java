package dev.hoop.testkit.plane;

import dev.hoop.review.Review;
import dev.hoop.testkit.http.RawConnection;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** The connections that listen for decisions. */
final class EventStreams {

    private final List<RawConnection> open = new CopyOnWriteArrayList<>();
    private volatile boolean enabled = true;

    void enable(boolean has) {
        enabled = has;
        if (!has) {
            breakAll();
        }
    }

    boolean isEnabled() {
        return enabled;
    }

    int open() {
        return open.size();
    }

    /** Serves one connection until it ends. */
    void serve(RawConnection connection) {
        synchronized (connection) {
            open.add(connection);
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n"
                    + ": hello\n\nevent: ready\ndata: {}\n\n");
        }
        try {
            while (connection.wire().awaitMore()) {
                connection.wire().take(connection.available());
            }
        } finally {
            open.remove(connection);
        }
    }

    void tell(ScriptedReviews.Event event, Review review) {
        send("event: " + event.name().toLowerCase(Locale.ROOT) + "\ndata: " + PlaneJson.review(review) + "\n\n");
    }

    void send(String text) {
        for (RawConnection connection : open) {
            try {
                synchronized (connection) {
                    connection.send(text);
                }
            } catch (UncheckedIOException e) {
                open.remove(connection);
            }
        }
    }

    void breakAll() {
        open.forEach(RawConnection::close);
    }
}
