package dev.hoop.controlplane.internal.notify;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Posts JSON. Follows no redirect and reads no answer but its status. Safe for use by many threads. */
final class HttpPost {

    static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();

    void post(URI url, Map<String, String> fields, byte[] body) throws DeliveryFailure, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(LONGEST)
                .header("content-type", "application/json")
                .header("user-agent", "hoop-control-plane")
                .POST(BodyPublishers.ofByteArray(body));
        fields.forEach(request::header);
        try {
            HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
            // An answer without an end is nobody's to wait for.
            response.body().close();
            if (response.statusCode() / 100 != 2) {
                throw new DeliveryFailure("it answered " + response.statusCode(), pause(response));
            }
        } catch (HttpTimeoutException e) {
            throw new DeliveryFailure("it did not answer in time");
        } catch (ConnectException e) {
            throw new DeliveryFailure("it could not be connected to");
        } catch (SSLException e) {
            throw new DeliveryFailure("TLS with it failed; is its certificate one that this Java trusts?");
        } catch (IOException e) {
            throw new DeliveryFailure("the connection broke off");
        }
    }

    /** {@code Retry-After} in seconds (RFC 9110 section 10.2.3); a date is passed over. */
    private static Optional<Duration> pause(HttpResponse<?> response) {
        return response.headers()
                .firstValue("retry-after")
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }
}
