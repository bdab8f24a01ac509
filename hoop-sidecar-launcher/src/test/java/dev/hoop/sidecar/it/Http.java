package dev.hoop.sidecar.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Plain requests with the platform's client. */
final class Http {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    CompletableFuture<HttpResponse<String>> sendAsync(String method, String url, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(LIMIT)
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> send(String method, String url, String... headers) {
        try {
            return sendAsync(method, url, headers).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io
                    ? new UncheckedIOException(io)
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static String reviewId(HttpResponse<?> response) {
        return response.headers().firstValue("X-Hoop-Review-Id").orElseThrow();
    }
}
