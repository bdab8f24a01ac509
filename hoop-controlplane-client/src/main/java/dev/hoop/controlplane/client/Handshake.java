package dev.hoop.controlplane.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.review.ReviewFailure;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The calls about the sidecar itself, CONTRACTS section 6. */
final class Handshake {

    private static final String HANDSHAKE = "/api/sidecars/handshake";
    private static final String CONFIGURATION = "/api/sidecars/configuration";
    private static final int NONE_STORED = 412;
    private static final int CONFLICT = 409;

    private final PlaneHttp http;
    private final PlaneSettings settings;

    Handshake(PlaneHttp http, PlaneSettings settings) {
        this.http = http;
        this.settings = settings;
    }

    /** Says hello; the configuration that the plane keeps for this sidecar, where it keeps one. */
    CompletableFuture<Optional<ConfigDocument>> shake() {
        byte[] hello = Json.write(Json.object().put("version", settings.version()));
        return Reading.of(send("POST", HANDSHAKE, hello), answer -> {
            if (answer.status() == NONE_STORED) {
                return Optional.empty();
            }
            AnswerStatus.requireOk(answer);
            boolean isObject =
                    Json.read(answer.body()).filter(JsonNode::isObject).isPresent();
            if (!isObject) {
                throw ReviewJson.garbled("the configuration is not a JSON object");
            }
            return Optional.of(new ConfigDocument(new String(answer.body(), StandardCharsets.UTF_8)));
        });
    }

    /**
     * Gives the plane a first configuration.
     *
     * @return whether the plane took it; false when it has one by now
     */
    CompletableFuture<Boolean> seed(ConfigDocument document) {
        byte[] body = document.json().getBytes(StandardCharsets.UTF_8);
        return Reading.of(send("PUT", CONFIGURATION, body), answer -> {
            if (answer.status() == CONFLICT || answer.status() == NONE_STORED) {
                return false;
            }
            if (answer.status() != 204) {
                AnswerStatus.requireOk(answer);
            }
            return true;
        });
    }

    private CompletableFuture<PlaneHttp.Answer> send(String method, String path, byte[] body) {
        return http.send(new PlaneHttp.Call(
                method,
                path,
                Optional.of(body),
                settings.limits().request(),
                settings.limits().documentBytes()));
    }

    /** What to tell an operator whose sidecar cannot start for that reason. */
    static String startProblem(ReviewFailure failure) {
        return "the handshake with the control plane failed: " + failure.getMessage();
    }
}
