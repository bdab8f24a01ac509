package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.testbase.Eventually;
import dev.hoop.web.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** A conversation with one page of a browser in the DevTools protocol, version 1.3. */
final class DevTools implements WebSocket.Listener, AutoCloseable {

    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final StringBuilder text = new StringBuilder();
    private final BiConsumer<String, JsonNode> events;
    private final WebSocket socket;

    /** @param events hears the name and the parameters of everything that the page tells; must not block */
    DevTools(HttpClient http, URI page, BiConsumer<String, JsonNode> events) {
        this.events = events;
        socket = Eventually.get(
                http.newWebSocketBuilder().buildAsync(page, this), Eventually.SOON, "a connection to the browser");
    }

    /**
     * Asks for something and waits for its answer.
     *
     * @throws AssertionError when the browser refuses it
     */
    JsonNode call(String method, ObjectNode parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        ObjectNode message = Json.object().put("id", id).put("method", method);
        message.set("params", parameters);
        synchronized (socket) {
            Eventually.get(socket.sendText(Json.write(message), true), Eventually.SOON, "sent " + method);
        }
        return Eventually.get(answer, Eventually.SOON, "an answer to " + method);
    }

    JsonNode call(String method) {
        return call(method, Json.object());
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            JsonNode message = Json.read(text.toString());
            text.setLength(0);
            if (message.has("id")) {
                answered(message);
            } else {
                events.accept(message.path("method").asText(), message.path("params"));
            }
        }
        from.request(1);
        return CompletableFuture.completedFuture(null);
    }

    private void answered(JsonNode message) {
        CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").asInt());
        if (answer == null) {
            return;
        }
        if (message.has("error")) {
            answer.completeExceptionally(
                    new AssertionError(message.path("error").toString()));
        } else {
            answer.complete(message.path("result"));
        }
    }

    @Override
    public void close() {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "")
                .orTimeout(10, TimeUnit.SECONDS)
                .exceptionally(gone -> null);
        socket.abort();
    }
}
