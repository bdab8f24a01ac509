package dev.hoop.controlplane.internal.people;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.web.Json;
import dev.hoop.web.WebFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Bounded calls to the identity provider. Redirects are not followed: they would carry secrets to wherever they say. */
final class OidcHttp {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 512 * 1024;

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /**
     * The JSON object at an address.
     *
     * @throws OidcFailure unless there is one, in time
     */
    JsonNode object(HttpRequest.Builder request) throws OidcFailure {
        String text = text(request);
        try {
            JsonNode node = Json.read(text);
            if (node.isObject()) {
                return node;
            }
        } catch (WebFailure e) {
            throw new OidcFailure("the identity provider did not answer with JSON", e);
        }
        throw new OidcFailure("the identity provider did not answer with a JSON object");
    }

    String text(HttpRequest.Builder request) throws OidcFailure {
        HttpRequest built =
                request.timeout(TIMEOUT).header("accept", "application/json").build();
        URI uri = built.uri();
        try {
            HttpResponse<InputStream> response = client.send(built, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                byte[] bytes = body.readNBytes(MAX_BYTES + 1);
                if (response.statusCode() != 200 || bytes.length > MAX_BYTES) {
                    throw new OidcFailure("the identity provider answered " + response.statusCode() + " at "
                            + uri.getHost() + uri.getPath());
                }
                return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new OidcFailure("the identity provider cannot be reached at " + uri.getHost(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OidcFailure("the control plane is stopping", e);
        }
    }
}
