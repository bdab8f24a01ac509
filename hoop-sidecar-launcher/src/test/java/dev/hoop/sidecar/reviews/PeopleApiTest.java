package dev.hoop.sidecar.reviews;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hoop.sidecar.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What answers at an address that is no plane's. */
class PeopleApiTest {

    private HttpServer server;
    private PeopleApi api;
    private volatile int status = 200;
    private volatile String body = "";

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        api = new PeopleApi(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "a token");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private List<ThrowingCallable> calls() {
        return List.of(
                () -> api.list(new PeopleApi.Query(Optional.empty(), Optional.empty(), 1)),
                () -> api.show("1"),
                () -> api.decide("1", "APPROVED", Optional.empty()));
    }

    @Test
    void anotherServersJsonIsNoReviewAndNoDecision() {
        body = "{\"ok\":true}";
        for (ThrowingCallable call : calls()) {
            assertThatThrownBy(call)
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("does not answer as a control plane does; is --url right?");
        }
    }

    @Test
    void aServerThatDoesNotKnowTheCallIsNoPlane() {
        status = 404;
        body = "<h1>not found</h1>";
        for (ThrowingCallable call : calls()) {
            assertThatThrownBy(call)
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("so it is no control plane; is --url right?");
        }
    }

    @Test
    void aPlaneThatHasNoSuchReviewSaysSo() {
        status = 404;
        body = "{\"message\":\"review not found\"}";
        assertThatThrownBy(() -> api.show("1")).isInstanceOf(Failure.class).hasMessageStartingWith("no such review");
    }
}
