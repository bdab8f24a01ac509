package dev.hoop.mcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.web.Json;
import dev.hoop.web.WebFailure;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One message on its way to the server, and what comes back for it. */
final class ForwardedCall implements HttpResponse.BodyHandler<Void> {

    /** Longer than the longest call of any tool. */
    private static final Duration LONGEST = Duration.ofSeconds(330);

    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";

    private final JsonNode message;
    private final Optional<JsonNode> id;
    private final URI url;
    private final Consumer<ObjectNode> answers;
    private volatile boolean answered;

    /** @param id the message's, where it wants an answer */
    ForwardedCall(JsonNode message, Optional<JsonNode> id, URI url, Consumer<ObjectNode> answers) {
        this.message = message;
        this.id = id;
        this.url = url;
        this.answers = answers;
    }

    /** @param agreed the revision that was agreed on, for messages that do not name theirs */
    HttpRequest request(Optional<String> agreed) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(LONGEST)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(message)));
        JsonNode params = message.path("params");
        String own = params.path("_meta").path(VERSION).textValue();
        if (own != null) {
            request.header("MCP-Protocol-Version", encoded(own));
            request.header("Mcp-Method", encoded(message.path("method").asText()));
            Optional.ofNullable(params.path("name").textValue())
                    .or(() -> Optional.ofNullable(params.path("uri").textValue()))
                    .ifPresent(name -> request.header("Mcp-Name", encoded(name)));
        } else {
            agreed.ifPresent(version -> request.header("MCP-Protocol-Version", version));
        }
        return request.build();
    }

    /** MCP 2026-07-28, "Value Encoding". */
    private static String encoded(String value) {
        boolean plain = value.chars().allMatch(c -> c >= ' ' && c <= '~')
                && value.equals(value.strip())
                && !value.startsWith("=?base64?")
                && !value.isEmpty();
        return plain
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    @Override
    public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo head) {
        String type = head.headers().firstValue("content-type").orElse("");
        if (type.startsWith("text/event-stream")) {
            return HttpResponse.BodySubscribers.mapping(
                    HttpResponse.BodySubscribers.fromLineSubscriber(
                            new Events(), unused -> Optional.empty(), StandardCharsets.UTF_8, null),
                    unused -> nothing());
        }
        return HttpResponse.BodySubscribers.mapping(
                HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8), body -> {
                    whole(head.statusCode(), body);
                    return nothing();
                });
    }

    @SuppressWarnings("NullAway") // The one value of Void.
    private static Void nothing() {
        return null;
    }

    /** One message, or an error of HTTP. */
    private void whole(int status, String body) {
        if (body.isBlank() && status < 300 || id.isEmpty()) {
            return;
        }
        try {
            if (Json.read(body) instanceof ObjectNode read) {
                if (read.path("id").equals(id.get())) {
                    pass(read);
                    return;
                }
                String said = read.path("error")
                        .path("message")
                        .asText(read.path("message").asText());
                fail("the sidecar at " + url + " refused this: " + said);
                return;
            }
        } catch (WebFailure notJson) {
            // Told below: something else than the MCP server answers there.
        }
        fail(url + " is no MCP server of a sidecar (HTTP " + status + "): check --url, which ends in /mcp");
    }

    private void pass(ObjectNode read) {
        if (id.isPresent() && read.path("id").equals(id.get()) && !read.has("method")) {
            answered = true;
        }
        answers.accept(read);
    }

    /**
     * Nothing more comes. A client must not wait for an answer that was lost.
     *
     * @param thrown what broke it, where something did
     */
    void ended(@Nullable Throwable thrown) {
        if (!answered) {
            fail(
                    thrown == null
                            ? "the sidecar at " + url + " ended before it answered: call again"
                            : "the sidecar at " + url + " cannot be reached: check that it runs, and --url");
        }
    }

    private void fail(String why) {
        answered = true;
        answers.accept(new RpcError(RpcError.INTERNAL_ERROR, why).toMessage(id));
    }

    /** WHATWG HTML, section 9.2; the server writes each message on one line. */
    private final class Events implements Flow.Subscriber<String> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith("data:")) {
                try {
                    if (Json.read(line.substring("data:".length())) instanceof ObjectNode read) {
                        pass(read);
                    }
                } catch (WebFailure notJson) {
                    fail("the sidecar at " + url + " sent what is no message");
                }
            }
        }

        @Override
        public void onError(Throwable thrown) {
            // Seen by whoever waits for the whole answer.
        }

        @Override
        public void onComplete() {}
    }
}
