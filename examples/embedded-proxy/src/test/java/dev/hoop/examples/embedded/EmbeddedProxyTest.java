package dev.hoop.examples.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hoop.controlplane.client.NoPlane;
import dev.hoop.core.audit.AuditDestination;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.spi.Fingerprints;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedProxyTest {

    @TempDir
    Path directory;

    @Test
    void judgesWhatPassesThroughAProxyOfOnesOwn() throws Exception {
        AtomicInteger served = new AtomicInteger();
        HttpServer upstream = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        upstream.createContext("/", exchange -> {
            served.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            byte[] body = "done".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        upstream.start();
        Path audit = directory.resolve("audit.jsonl");
        AtomicBoolean officeIsOpen = new AtomicBoolean(true);
        try (AuditTrail trail = AuditTrail.open(
                        AuditDestination.parse(audit.toString()), AuditOptions.DEFAULT, new Fingerprints(new byte[] {1
                        }));
                EmbeddedProxy proxy = new EmbeddedProxy(
                        "127.0.0.1:" + upstream.getAddress().getPort(), new NoPlane(), trail, officeIsOpen::get)) {
            assertThat(send(proxy, "POST").statusCode()).isEqualTo(200);

            officeIsOpen.set(false);
            HttpResponse<String> refused = send(proxy, "POST");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.headers().firstValue("X-Hoop-Denied")).contains("policy");
            assertThat(refused.body()).contains("changes are made in office hours");
            assertThat(send(proxy, "GET").body()).isEqualTo("done");
            assertThat(served).hasValue(2);
        } finally {
            upstream.stop(0);
        }
        assertThat(Files.readAllLines(audit)).anyMatch(line -> line.contains("office-hours"));
    }

    private static HttpResponse<String> send(EmbeddedProxy proxy, String method) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.port() + "/orders/7"))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
