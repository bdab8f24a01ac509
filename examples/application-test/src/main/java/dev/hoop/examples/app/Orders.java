package dev.hoop.examples.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The orders service, as the application uses it. */
public final class Orders {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI service;

    /** @param service where the sidecar's listener is: {@code http://host:port} */
    public Orders(URI service) {
        this.service = service;
    }

    /** Asks to cancel an order. */
    public Cancellation cancel(int order) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve("/orders/" + order))
                .header("x-hoop-review-mode", "return")
                .DELETE()
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() < 300) {
            return new Cancellation.Done();
        }
        boolean pending = response.headers()
                .firstValue("X-Hoop-Review-Status")
                .filter("PENDING"::equals)
                .isPresent();
        return pending
                ? new Cancellation.Waiting(
                        response.headers().firstValue("X-Hoop-Review-Id").orElseThrow())
                : new Cancellation.Refused(response.body());
    }
}
