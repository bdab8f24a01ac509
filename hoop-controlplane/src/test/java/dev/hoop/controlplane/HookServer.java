package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hoop.web.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes what a plane posts. Answers 204, or what it was told to answer next. */
final class HookServer implements AutoCloseable {

    /** One post. */
    record Post(String path, String delivery, String event, String timestamp, String signature, byte[] body) {

        JsonNode json() {
            return Json.read(body);
        }

        /** What of which review. */
        String told() {
            return event + " " + json().at("/review/id").asText();
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<Post> posts = new LinkedBlockingQueue<>();
    private final Deque<Integer> answers = new ArrayDeque<>();

    HookServer() throws IOException {
        this(0);
    }

    /** @param port 0 for a free one */
    HookServer(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        posts.add(new Post(
                exchange.getRequestURI().toString(),
                field(exchange, "hoop-delivery-id"),
                field(exchange, "hoop-event"),
                field(exchange, "hoop-timestamp"),
                field(exchange, "hoop-signature"),
                body));
        int status = next();
        if (status == 302) {
            exchange.getResponseHeaders().set("location", url("/elsewhere").toString());
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static String field(HttpExchange exchange, String name) {
        return String.join(",", exchange.getRequestHeaders().getOrDefault(name, java.util.List.of()));
    }

    private synchronized int next() {
        return answers.isEmpty() ? 204 : answers.pop();
    }

    /** Answers these first. */
    synchronized void answer(int... statuses) {
        for (int status : statuses) {
            answers.add(status);
        }
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** The next post, soon. */
    Post take() throws InterruptedException {
        Post post = posts.poll(30, TimeUnit.SECONDS);
        if (post == null) {
            throw new AssertionError("nothing was posted");
        }
        return post;
    }

    /** The next post, where it comes within two seconds. */
    Optional<Post> poll() throws InterruptedException {
        return Optional.ofNullable(posts.poll(2, TimeUnit.SECONDS));
    }

    boolean isEmpty() {
        return posts.isEmpty();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
