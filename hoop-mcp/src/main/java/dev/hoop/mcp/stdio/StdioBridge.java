package dev.hoop.mcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.web.Json;
import dev.hoop.web.WebFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards messages, one a line, to a server's endpoint, and what it answers back. Each message is a request of its own, so
 * calls run side by side as they do over HTTP. Used by one thread.
 */
public final class StdioBridge {

    private static final Logger LOG = LoggerFactory.getLogger(StdioBridge.class);

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** How long answers may still take when the client has closed its end. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);

    private final URI url;
    private final MessageWriter out;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    private final Map<JsonNode, Open> open = new ConcurrentHashMap<>();

    /** What was agreed on by {@code initialize}: over HTTP it goes into a header. One process is one conversation here. */
    private volatile Optional<String> agreed = Optional.empty();

    /**
     * A request that is not answered yet.
     *
     * @param answer what the server says; cancelling it ends the request
     * @param settled done when the client was told
     * @param unwanted whether nobody waits for the answer any more. Asking the answer itself whether it was cancelled would be
     *     too late: cancelling ends the connection first, and that may complete it with what broke off
     */
    private record Open(CompletableFuture<?> answer, CompletableFuture<Void> settled, AtomicBoolean unwanted) {

        Open(CompletableFuture<?> answer) {
            this(answer, new CompletableFuture<>(), new AtomicBoolean());
        }

        void cancel() {
            unwanted.set(true);
            answer.cancel(true);
        }
    }

    /**
     * @param url the endpoint, {@code http://host:port/mcp}
     * @param out where messages to the client go; nothing else may be written there
     */
    public StdioBridge(URI url, OutputStream out) {
        this.url = url;
        this.out = new MessageWriter(out);
    }

    /**
     * Forwards until the client closes its end, and for a moment what is still to be answered.
     *
     * @throws IOException when the input cannot be read
     */
    public void run(InputStream in) throws IOException {
        MessageReader reader = new MessageReader(in);
        for (MessageReader.Line line = reader.next(); !line.isEnd(); line = reader.next()) {
            if (line.isTooLong()) {
                out.write(
                        new RpcError(RpcError.PARSE_ERROR, "a message is larger than " + MessageReader.MOST + " bytes")
                                .toMessage(Optional.empty()));
            } else if (!line.text().isBlank()) {
                forward(line.text());
            }
        }
        awaitOpen();
    }

    private void forward(String line) {
        JsonNode message;
        try {
            message = Json.read(line);
        } catch (WebFailure e) {
            out.write(new RpcError(RpcError.PARSE_ERROR, "Parse error: " + e.getMessage()).toMessage(Optional.empty()));
            return;
        }
        if (!message.isObject()) {
            out.write(new RpcError(RpcError.INVALID_REQUEST, "a message is a JSON object").toMessage(Optional.empty()));
            return;
        }
        if (message.path("method").asText().equals("notifications/cancelled")) {
            // Over HTTP the end of the connection says it, in both eras.
            JsonNode id = message.path("params").path("requestId");
            Optional.ofNullable(open.remove(id)).ifPresent(Open::cancel);
            return;
        }
        Optional<JsonNode> id = Optional.ofNullable(message.get("id")).filter(given -> message.has("method"));
        ForwardedCall call = new ForwardedCall(message, id, url, this::answered);
        Open forwarded = new Open(http.sendAsync(call.request(agreed), call));
        id.ifPresent(known -> open.put(known, forwarded));
        forwarded.answer().whenComplete((done, thrown) -> {
            if (id.isPresent() && !forwarded.unwanted().get()) {
                call.ended(thrown);
            } else if (thrown != null && id.isEmpty()) {
                LOG.warn(
                        "event=mcp.stdio.not_forwarded error={}",
                        thrown.getClass().getSimpleName());
            }
            id.ifPresent(known -> open.remove(known, forwarded));
            forwarded.settled().complete(null);
        });
    }

    private void answered(ObjectNode message) {
        String version = message.path("result").path("protocolVersion").textValue();
        if (version != null) {
            agreed = Optional.of(version);
        }
        out.write(message);
    }

    private void awaitOpen() {
        CompletableFuture<Void> all = CompletableFuture.allOf(
                open.values().stream().map(Open::settled).toArray(CompletableFuture[]::new));
        try {
            all.get(LAST_ANSWERS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("event=mcp.stdio.cut_off open={}", open.size());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        open.values().forEach(Open::cancel);
    }
}
