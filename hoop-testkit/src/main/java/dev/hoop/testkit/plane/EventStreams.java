package dev.hoop.testkit.plane;

import com.sun.net.httpserver.HttpExchange;
import dev.hoop.review.Review;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** The connections that listen for decisions. No thread waits on them. */
final class EventStreams {

    private final List<HttpExchange> open = new CopyOnWriteArrayList<>();
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

    void add(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        open.add(exchange);
        send(exchange, ": hello\n\nevent: ready\ndata: {}\n\n");
    }

    void tell(ScriptedReviews.Event event, Review review) {
        send("event: " + event.name().toLowerCase(Locale.ROOT) + "\ndata: " + PlaneJson.review(review) + "\n\n");
    }

    void send(String text) {
        open.forEach(exchange -> send(exchange, text));
    }

    private void send(HttpExchange exchange, String text) {
        try {
            synchronized (exchange) {
                exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        } catch (IOException e) {
            open.remove(exchange);
            exchange.close();
        }
    }

    void breakAll() {
        for (HttpExchange exchange : open) {
            open.remove(exchange);
            exchange.close();
        }
    }
}
