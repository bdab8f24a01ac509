package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.sidecar.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Control Plane's API for people. Every failure is a {@link Failure} that says what to do. Blocks. */
public final class PeopleApi {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT_LIMIT).build();
    private final JsonMapper json = new JsonMapper();
    private final String base;
    private final String token;

    /**
     * @param plane the Control Plane's address
     * @param token a person's token
     */
    public PeopleApi(URI plane, String token) {
        this.base = plane.toString().replaceAll("/+$", "");
        this.token = token;
    }

    /** What to list; empty parts do not narrow it. */
    public record Query(Optional<String> status, Optional<String> listener, int limit) {
        private String text() {
            List<String> parts = new ArrayList<>();
            status.ifPresent(word -> parts.add("status=" + encode(word)));
            listener.ifPresent(name -> parts.add("listener=" + encode(name)));
            parts.add("limit=" + limit);
            return String.join("&", parts);
        }
    }

    /**
     * The newest reviews of those that were asked for.
     *
     * @param more whether there are older ones, too
     */
    record Page(List<JsonNode> reviews, boolean more) {}

    /** The reviews, newest first. */
    public List<JsonNode> list(Query query) {
        return page(query).reviews();
    }

    /** The same, and whether there are more. */
    Page page(Query query) {
        JsonNode answer = send(request("/api/reviews?" + query.text()).GET().build());
        JsonNode array = answer.isArray() ? answer : answer.path("reviews");
        if (!array.isArray()) {
            throw noPlane();
        }
        List<JsonNode> reviews = new ArrayList<>();
        array.forEach(reviews::add);
        return new Page(reviews, answer.hasNonNull("next_cursor"));
    }

    JsonNode show(String id) {
        return review(send(request("/api/reviews/" + encode(id)).GET().build()));
    }

    /** Decides; the plane answers with the review as it is then. */
    public JsonNode decide(String id, String status, Optional<String> reason) {
        ObjectNode body = json.createObjectNode().put("status", status);
        reason.ifPresent(text -> body.put("reason", text));
        return review(send(request("/api/reviews/" + encode(id))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body.toString()))
                .build()));
    }

    /** Whatever answers in JSON with 200 is no plane: a decision that it took is none. */
    private JsonNode review(JsonNode answer) {
        if (!answer.path("id").isTextual() || !answer.path("status").isTextual()) {
            throw noPlane();
        }
        return answer;
    }

    private Failure noPlane() {
        return new Failure(base + " does not answer as a control plane does; is --url right?");
    }

    /** The lines of the event stream, until it ends. Close it to hang up. */
    Stream<String> stream() {
        HttpRequest request = authorized("/api/reviews/stream")
                .header("Accept", "text/event-stream")
                .GET()
                .build();
        HttpResponse<Stream<String>> response = exchange(request, BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            try (Stream<String> lines = response.body()) {
                throw refused(request, response.statusCode(), String.join("", lines.toList()));
            }
        }
        return response.body();
    }

    JsonNode parse(String text) {
        try {
            return json.readTree(text);
        } catch (JsonProcessingException e) {
            throw new Failure("the control plane's answer is no JSON; is " + base + " a hoop control plane?", e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return authorized(path).header("Accept", "application/json").timeout(ANSWER_LIMIT);
    }

    private HttpRequest.Builder authorized(String path) {
        try {
            return HttpRequest.newBuilder(URI.create(base + path)).header("Authorization", "Bearer " + token);
        } catch (IllegalArgumentException e) {
            throw new Failure("'" + base + "' is no address of a control plane; write http://host:port", e);
        }
    }

    private JsonNode send(HttpRequest request) {
        HttpResponse<String> response = exchange(request, BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw refused(request, response.statusCode(), response.body());
        }
        return parse(response.body());
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw new Failure(
                    "no answer from the control plane at " + base + " ("
                            + e.getClass().getSimpleName() + "); is it running, and is --url right?",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    private Failure refused(HttpRequest request, int status, String body) {
        String said = message(body);
        return switch (status) {
            case 401 ->
                new Failure("the control plane does not accept the token; pass a reviewer's with --token-file"
                        + " or HOOP_TOKEN");
            case 403 -> new Failure("not allowed: " + (said.isEmpty() ? "this token may not do that" : said));
            case 404 ->
                // The plane says in JSON what it does not find; a path that it does not know is another server's or
                // version's.
                new Failure(
                        said.isEmpty()
                                ? base + " does not know " + request.uri().getPath()
                                        + ", so it is no control plane; is --url right?"
                                : "no such review; `hoop reviews list` shows those there are");
            default ->
                new Failure(
                        said.isEmpty()
                                ? "the control plane answered " + status + " to " + request.method() + " "
                                        + request.uri().getPath()
                                : said);
        };
    }

    private String message(String body) {
        try {
            return ReviewLines.printable(json.readTree(body).path("message").asText(""));
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
