package dev.hoop.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictHttpTest {

    private WebServer server;

    @BeforeEach
    void start() throws IOException {
        Router router = Router.builder()
                .get("/ok", request -> CompletableFuture.completedFuture(WebResponse.text(200, "fine")))
                .route(
                        "POST",
                        "/length",
                        request -> CompletableFuture.completedFuture(
                                WebResponse.text(200, "read " + request.bodyLength())))
                .build();
        server = WebServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                router,
                WebLimits.defaults().withMaxBodyBytes(1000));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /ok HTTP/1.1\r\n\r\n",
                "GET /ok HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
                "GET /ok\r\nHost: a\r\n\r\n",
                "GET /ok HTTP/1.1\nHost: a\n\n",
                "GET  /ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /ok  HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET\t/ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /ok\tHTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /ok\013HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /ok HTTP/1.1 \r\nHost: a\r\n\r\n",
                "GET /ok HTTP/1.1 x\r\nHost: a\r\n\r\n",
                " GET /ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "\r\n GET /ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /ok HTTP/1.1\r\n Host: a\r\n\r\n",
                "GET /ok HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
                "GET /ok HTTP/1.1\r\nHost: a\r\nX: y\r\n\tz\r\n\r\n",
                "GET /ok HTTP/1.1\r\nHost: a\r\nX: y\r\n \r\n\r\n",
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n 0\r\n\r\nabcdefghij",
                "GET /o\001k HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /ok#x HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET http://b/ok HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /ok HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET /ok HTTP/1.1\r\nHost: a\r\nX: a\000b\r\n\r\n",
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc",
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc",
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
                "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nab\r\n0\r\n\r\n",
                "POST /length HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            })
    void malformedIsRefusedAndTheConnectionClosed(String request) throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            String answer = client.send(request).readToEnd();
            assertThat(answer).startsWith("HTTP/1.1 400 ").contains("connection: close");
            assertThat(answer).as("answered once only").containsOnlyOnce("HTTP/1.1 4");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /ok HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n",
                "GET  /ok HTTP/1.1\r\nHost: a\r\n\r\n",
            })
    void malformedIsRefusedHoweverTheNetworkCutsIt(String request) throws IOException {
        for (int cut = 1; cut < request.length(); cut++) {
            try (RawClient client = new RawClient(server.address())) {
                client.send(request.substring(0, cut)).send(request.substring(cut));
                assertThat(client.readToEnd()).startsWith("HTTP/1.1 400 ");
            }
        }
    }

    @Test
    void bodiesAndEmptyLinesBeforeARequestMayHoldWhatAHeadMayNot() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n a\r\n\tb\r\n");
            client.readUntil("read 8");
            client.send("\r\n\r\nGET /ok HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("fine");
            client.send("POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "4\r\n\r\n x\r\n0\r\n\r\nGET  /ok HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readToEnd()).contains("read 4", "HTTP/1.1 400 ");
        }
    }

    @Test
    void anOversizedHeadIsRefused() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            String answer = client.send("GET /ok HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(20_000) + "\r\n\r\n")
                    .readToEnd();
            assertThat(answer).startsWith("HTTP/1.1 400 ");
        }
        try (RawClient client = new RawClient(server.address())) {
            String answer = client.send("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readToEnd();
            assertThat(answer).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void anOversizedBodyIsRefusedBeforeAndWhileItIsRead() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            String answer = client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n")
                    .send("x".repeat(1001))
                    .readToEnd();
            assertThat(answer).startsWith("HTTP/1.1 413 ").contains("larger than 1000 bytes");
        }
        try (RawClient client = new RawClient(server.address())) {
            String answer = client.send("POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .send("258\r\n" + "x".repeat(600) + "\r\n258\r\n" + "x".repeat(600) + "\r\n")
                    .readToEnd();
            assertThat(answer).startsWith("HTTP/1.1 413 ");
        }
        try (RawClient client = new RawClient(server.address())) {
            client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(1000));
            assertThat(client.readUntil("read 1000")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            String answer = client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
                            + "GET /missing HTTP/1.1\r\nHost: a\r\n\r\n"
                            + "HEAD /ok HTTP/1.1\r\nHost: a\r\n\r\n"
                            + "GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    .readToEnd();
            assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(5);
            assertThat(answer.indexOf("read 1"))
                    .isLessThan(answer.indexOf("HTTP/1.1 404"))
                    .isPositive();
            assertThat(answer).endsWith("fine").containsOnlyOnce("fine");
        }
    }

    @Test
    void whoSendsFarAheadOfAnAnswerIsHungUpOn() throws IOException {
        Router router = Router.builder()
                .get("/never", request -> new CompletableFuture<>())
                .build();
        InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (WebServer slow = WebServer.start(anywhere, router, WebLimits.defaults());
                RawClient client = new RawClient(slow.address())) {
            client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n".repeat(200));
            try {
                assertThat(client.readToEnd()).isEmpty();
            } catch (SocketException reset) {
                assertThat(reset).hasMessageContaining("reset");
            }
        }
    }

    @Test
    void aHalfClosedClientGetsItsAnswer() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n").endOutput();
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("fine");
        }
    }

    @Test
    void expectContinueIsAnsweredBeforeTheBodyUnlessTheBodyIsTooLarge() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            client.send("POST /length HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            client.readUntil("HTTP/1.1 100 Continue\r\n\r\n");
            client.send("ab").readUntil("read 2");
        }
        try (RawClient client = new RawClient(server.address())) {
            client.send("POST /length HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2000\r\n\r\n");
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 413 ").doesNotContain("100 Continue");
        }
        try (RawClient client = new RawClient(server.address())) {
            client.send("POST /length HTTP/1.1\r\nHost: a\r\nExpect: magic\r\nContent-Length: 2\r\n\r\n");
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 417 ");
        }
    }

    @Test
    void http10IsAnsweredAndClosedUnlessItAsksToStay() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.send("GET /ok HTTP/1.0\r\n\r\n").readToEnd()).endsWith("fine");
        }
        try (RawClient client = new RawClient(server.address())) {
            client.send("GET /ok HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").readUntil("fine");
            client.send("GET /ok HTTP/1.0\r\n\r\n").readUntil("fine");
        }
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.send("GET /ok HTTP/1.2\r\nHost: a\r\n\r\n").readToEnd())
                    .startsWith("HTTP/1.1 505 ");
        }
    }

    @Test
    void theAbsoluteFormThatAgreesWithHostIsAPath() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            client.send("GET http://a/ok?x=1 HTTP/1.1\r\nHost: a\r\n\r\n").readUntil("fine");
        }
    }

    @Test
    void slowAndIdleConnectionsAreClosed() throws IOException {
        Router router = Router.builder().build();
        WebLimits quick = WebLimits.defaults()
                .withRequestTimes(Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofMillis(50));
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (WebServer strict = WebServer.start(any, router, quick)) {
            for (String start : new String[] {
                "",
                "GET /",
                "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab",
                "GET /x HTTP/1.1\r\nHost: a\r\n"
            }) {
                try (RawClient client = new RawClient(strict.address())) {
                    assertThat(client.send(start).readToEnd()).isEmpty();
                }
            }
        }
    }
}
