package dev.hoop.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A client that sends just what it is told, as clients up to 2025-11-25 or from 2026-07-28 on would. Immutable. */
final class McpCaller {

    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final Map<String, String> DEFAULTS =
            Map.of("content-type", "application/json", "accept", "application/json, text/event-stream");

    private final int port;
    private final Map<String, String> headers;
    private final boolean modern;

    McpCaller(int port) {
        this(port, DEFAULTS, false);
    }

    private McpCaller(int port, Map<String, String> headers, boolean modern) {
        this.port = port;
        this.headers = headers;
        this.modern = modern;
    }

    /** An answer, with its messages: several where it was a stream. */
    record Answer(int status, Map<String, String> headers, String body, List<JsonNode> messages) {

        /** The last message. */
        JsonNode message() {
            return messages.get(messages.size() - 1);
        }

        JsonNode result() {
            return message().path("result");
        }

        JsonNode structured() {
            return result().path("structuredContent");
        }

        String text() {
            return result().path("content").path(0).path("text").asText();
        }

        JsonNode error() {
            return message().path("error");
        }

        /** A header field's value, by its name in lower case; empty when it is not there. */
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** The same with another header; empty to leave it out. */
    McpCaller with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        if (value.isEmpty()) {
            more.remove(name);
        } else {
            more.put(name, value);
        }
        return new McpCaller(port, more, modern);
    }

    /** The same as a client from 2026-07-28 on. */
    McpCaller modern() {
        return new McpCaller(port, headers, true);
    }

    Answer tool(String name, String arguments) {
        return call("tools/call", tool(name, arguments, ""));
    }

    CompletableFuture<Answer> toolAsync(String name, String arguments) {
        return sendAsync(request("tools/call", tool(name, arguments, "")));
    }

    static ObjectNode tool(String name, String arguments, String progressToken) {
        ObjectNode params = Json.object().put("name", name);
        params.set("arguments", Json.read(arguments.replace('\'', '"')));
        if (!progressToken.isEmpty()) {
            params.putObject("_meta").put("progressToken", progressToken);
        }
        return params;
    }

    Answer call(String method, ObjectNode params) {
        return sendAsync(request(method, params)).join();
    }

    /** A body as it is, with this caller's headers. */
    Answer post(String body) {
        return sendAsync(builder()
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build())
                .join();
    }

    /** Another method than POST. */
    Answer method(String method) {
        return sendAsync(builder()
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build())
                .join();
    }

    HttpRequest request(String method, ObjectNode params) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 7).put("method", method);
        message.set("params", params);
        HttpRequest.Builder request = builder();
        if (modern) {
            params.withObjectProperty("_meta")
                    .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
                    .putObject("io.modelcontextprotocol/clientCapabilities");
            request.setHeader("mcp-protocol-version", headers.getOrDefault("mcp-protocol-version", "2026-07-28"));
            request.setHeader("mcp-method", headers.getOrDefault("mcp-method", method));
            if (params.has("name")) {
                String name = params.path("name").asText();
                request.setHeader("mcp-name", headers.getOrDefault("mcp-name", name));
            }
        }
        return request.POST(HttpRequest.BodyPublishers.ofString(Json.write(message)))
                .build();
    }

    private HttpRequest.Builder builder() {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp"));
        headers.forEach(builder::setHeader);
        return builder;
    }

    CompletableFuture<Answer> sendAsync(HttpRequest request) {
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(McpCaller::read);
    }

    private static Answer read(HttpResponse<String> response) {
        try {
            List<JsonNode> messages = new ArrayList<>();
            String type = response.headers().firstValue("content-type").orElse("");
            if (type.startsWith("text/event-stream")) {
                for (String line : response.body().split("\n")) {
                    if (line.startsWith("data: ")) {
                        messages.add(JSON.readTree(line.substring("data: ".length())));
                    }
                }
            } else if (type.startsWith("application/json")) {
                messages.add(JSON.readTree(response.body()));
            }
            Map<String, String> headers = new LinkedHashMap<>();
            response.headers()
                    .map()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
            return new Answer(response.statusCode(), headers, response.body(), messages);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
