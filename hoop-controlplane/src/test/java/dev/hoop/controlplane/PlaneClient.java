package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Calls a plane as sidecars and people do. */
final class PlaneClient {

    /** An answer with its body as JSON; missing where the body is none. */
    record Answer(int status, JsonNode json, HttpResponse<String> response) {

        String id() {
            return json.at("/review/id").asText();
        }

        String reviewStatus() {
            return json.at("/review/status").asText();
        }

        boolean forward() {
            return json.path("forward").asBoolean();
        }

        String message() {
            return json.path("message").asText();
        }
    }

    private final URI base;
    private final HttpClient http;

    PlaneClient(URI base) {
        this(base, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    PlaneClient(URI base, HttpClient http) {
        this.base = base;
        this.http = http;
    }

    Answer file(SecretToken sidecar, String statement) throws IOException, InterruptedException {
        return file(sidecar, filing("billing-api", "billing-approvers", statement));
    }

    Answer file(SecretToken sidecar, JsonNode filing) throws IOException, InterruptedException {
        return asSidecar(sidecar, "POST", "/api/sidecars/reviews", Json.write(filing));
    }

    static ObjectNode filing(String listener, String rule, String statement) {
        ObjectNode json = Json.object();
        json.put("listener_name", listener);
        json.put("approval_rule", rule);
        json.put("payload", Base64.getEncoder().encodeToString(statement.getBytes(StandardCharsets.UTF_8)));
        json.putObject("requester").put("peer_addr", "127.0.0.1:5000").put("method", "peer");
        return json;
    }

    Answer claim(SecretToken sidecar, String id) throws IOException, InterruptedException {
        return asSidecar(sidecar, "POST", "/api/sidecars/reviews/" + id + "/claim", "");
    }

    Answer asSidecar(SecretToken sidecar, String method, String path, String body)
            throws IOException, InterruptedException {
        return send(request(path).header("hoop-sidecar-token", sidecar.value()), method, body);
    }

    Answer approve(SecretToken person, String id) throws IOException, InterruptedException {
        return decide(person, id, "APPROVED");
    }

    Answer decide(SecretToken person, String id, String status) throws IOException, InterruptedException {
        return asPerson(person, "PUT", "/api/reviews/" + id, "{\"status\":\"" + status + "\"}");
    }

    Answer asPerson(SecretToken person, String method, String path, String body)
            throws IOException, InterruptedException {
        return send(request(path).header("authorization", "Bearer " + person.value()), method, body);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofSeconds(60));
    }

    Answer send(HttpRequest.Builder request, String method, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                request.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        boolean json = response.headers()
                .firstValue("content-type")
                .filter(type -> type.equals("application/json"))
                .isPresent();
        return new Answer(
                response.statusCode(),
                json ? Json.read(response.body()) : Json.object().path("none"),
                response);
    }

    HttpClient http() {
        return http;
    }
}
