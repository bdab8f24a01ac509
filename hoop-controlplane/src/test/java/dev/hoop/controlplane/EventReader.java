package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.web.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Follows a stream of events. */
final class EventReader implements AutoCloseable {

    record Event(String name, JsonNode data) {

        @Override
        public String toString() {
            return name + " " + data.path("id").asText() + " "
                    + data.path("status").asText();
        }
    }

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Stream<String> lines;
    private final Thread thread;

    /** What people hear. */
    static EventReader ofPerson(PlaneClient client, SecretToken person) throws Exception {
        return new EventReader(
                client, client.request("/api/reviews/stream").header("authorization", "Bearer " + person.value()));
    }

    /** What a sidecar hears. */
    static EventReader ofSidecar(PlaneClient client, SecretToken sidecar) throws Exception {
        return new EventReader(
                client, client.request("/api/sidecars/reviews/stream").header("hoop-sidecar-token", sidecar.value()));
    }

    private EventReader(PlaneClient client, HttpRequest.Builder request) throws Exception {
        HttpResponse<Stream<String>> response = client.http().send(request.GET().build(), BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            throw new AssertionError("the stream answered " + response.statusCode());
        }
        lines = response.body();
        thread = new Thread(this::read, "event-reader");
        thread.start();
        if (!next().name().equals("ready")) {
            throw new AssertionError("the first event is ready");
        }
    }

    private void read() {
        String name = "";
        try {
            for (String line : (Iterable<String>) lines::iterator) {
                if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    events.add(new Event(name, Json.read(line.substring("data: ".length()))));
                }
            }
        } catch (java.io.UncheckedIOException e) {
            // Closed.
        }
    }

    Event next() throws InterruptedException {
        Event event = events.poll(30, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event came");
        }
        return event;
    }

    /** Waits until the plane ends the stream. */
    void awaitEnd() throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(30));
        if (thread.isAlive()) {
            throw new AssertionError("the stream did not end");
        }
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    @Override
    public void close() throws InterruptedException {
        lines.close();
        thread.join(TimeUnit.SECONDS.toMillis(30));
    }
}
