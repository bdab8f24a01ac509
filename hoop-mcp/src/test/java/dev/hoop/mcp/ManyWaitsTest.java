package dev.hoop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.client.PlaneClient;
import dev.hoop.controlplane.client.PlaneSettings;
import dev.hoop.controlplane.client.PlaneToken;
import dev.hoop.controlplane.client.PlaneUrl;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.web.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers as sidecars have them: over one plane's API, whose stream tells of decisions. */
class ManyWaitsTest {

    private static final int MANY = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private final List<PlaneClient> clients = new ArrayList<>();
    private final List<McpServer> servers = new ArrayList<>();

    @AfterEach
    void end() {
        servers.forEach(McpServer::close);
        clients.forEach(PlaneClient::close);
        plane.close();
    }

    private McpServer replica() {
        try {
            PlaneClient client = PlaneClient.open(new PlaneSettings(
                    PlaneUrl.parse(plane.uri().toString()),
                    PlaneToken.of(ScriptedControlPlane.TOKEN),
                    Optional.empty(),
                    "1.2.3"));
            clients.add(client);
            McpServer server = McpServer.start(
                    new McpServer.Options(new InetSocketAddress("127.0.0.1", 0), List.of(), client.reviews(), "1.2.3"));
            servers.add(server);
            return server;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ReviewId file(String statement) {
        byte[] bytes = statement.getBytes(StandardCharsets.UTF_8);
        return plane.reviews()
                .file(new ReviewRequest("billing-api", "billing-approvers", bytes, Requester.peer("127.0.0.1:1")))
                .review()
                .id();
    }

    private static Socket waiting(McpServer server, ReviewId review) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"review_wait\","
                + "\"arguments\":{\"id\":\"" + review + "\",\"timeout_seconds\":300}}}";
        Socket socket = RawCall.to(server.address().getPort()).open();
        try {
            socket.getOutputStream()
                    .write(("POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                                    + "accept: application/json, text/event-stream\r\ncontent-length: " + body.length()
                                    + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
            return socket;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aThousandWaitsCostNoThreadsAndOneReading() throws IOException {
        McpServer server = replica();
        ReviewId review = file("DELETE /invoices/7");
        List<Socket> sockets = new ArrayList<>();
        sockets.add(waiting(server, review));
        Eventually.await(() -> server.waiting() == 1 && plane.listeners() == 1, PATIENCE, "the first waits");
        int threads = Thread.activeCount();
        for (int i = 1; i < MANY; i++) {
            sockets.add(waiting(server, review));
        }
        Eventually.await(() -> server.waiting() == MANY, PATIENCE, () -> server.waiting() + " wait");

        assertThat(Thread.activeCount() - threads).isLessThan(10);
        int before = plane.statusReads();
        assertThat(before).isLessThan(50);
        plane.reviews().approve(review);

        for (Socket socket : sockets) {
            try (socket) {
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .contains("\"APPROVED\"");
            }
        }
        assertThat(plane.statusReads() - before).isLessThan(10);
        assertThat(server.waiting()).isZero();
    }

    @Test
    void aThousandReviewsAreWaitedForAtOnce() throws IOException {
        McpServer server = replica();
        List<ReviewId> reviews = new ArrayList<>();
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            reviews.add(file("DELETE /invoices/" + i));
            sockets.add(waiting(server, reviews.get(i)));
        }
        Eventually.await(() -> server.waiting() == MANY, PATIENCE, () -> server.waiting() + " wait");

        reviews.forEach(plane.reviews()::approve);

        for (int i = 0; i < MANY; i++) {
            try (Socket socket = sockets.get(i)) {
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .contains("\"APPROVED\"", "\"" + reviews.get(i) + "\"");
            }
        }
    }

    @Test
    void aWaitOutlivesThePlanesAbsence() {
        McpServer server = replica();
        ReviewId review = file("DELETE /invoices/7");
        CompletableFuture<McpCaller.Answer> waiting =
                new McpCaller(server.address().getPort()).toolAsync("review_wait", "{'id':'" + review + "'}");
        Eventually.await(() -> server.waiting() == 1 && plane.listeners() == 1, PATIENCE, "it waits");

        plane.goAway();
        plane.reviews().approve(review);
        plane.comeBack();

        assertThat(Eventually.get(waiting, PATIENCE, "the decision")
                        .structured()
                        .path("status")
                        .asText())
                .isEqualTo("APPROVED");
    }

    @Test
    void aPlaneWithoutAStreamIsAskedInstead() {
        plane.hasStream(false);
        McpServer server = replica();
        ReviewId review = file("DELETE /invoices/7");
        CompletableFuture<McpCaller.Answer> waiting =
                new McpCaller(server.address().getPort()).toolAsync("review_wait", "{'id':'" + review + "'}");
        Eventually.await(() -> server.waiting() == 1, PATIENCE, "it waits");

        plane.reviews().reject(review, "no");

        assertThat(Eventually.get(waiting, PATIENCE, "the decision")
                        .structured()
                        .path("next")
                        .asText())
                .isEqualTo("stop");
    }

    @Test
    void aClientThatAskedForNoProgressIsKeptAliveByComments() {
        McpServer server = replica();
        ReviewId review = file("DELETE /invoices/7");

        McpCaller.Answer answer = new McpCaller(server.address().getPort())
                .tool("review_wait", "{'id':'" + review + "','timeout_seconds':8}");

        assertThat(answer.body()).startsWith(": keep-alive\n\n").doesNotContain("notifications/progress");
        assertThat(answer.header("x-accel-buffering")).isEqualTo("no");
        assertThat(answer.messages()).hasSize(1);
    }

    @Test
    void everyCallWorksWhicheverReplicaGetsIt() {
        McpServer one = replica();
        McpServer other = replica();
        try (RoundRobin balancer =
                new RoundRobin(List.of(one.address().getPort(), other.address().getPort()))) {
            McpCaller caller = new McpCaller(balancer.port()).with("accept", "application/json, text/event-stream");
            for (McpCaller client : List.of(caller, caller.modern())) {
                ReviewId review = file("DELETE /invoices/" + client);
                if (client == caller) {
                    assertThat(client.call("initialize", Json.object().put("protocolVersion", "2025-11-25"))
                                    .status())
                            .isEqualTo(200);
                }
                for (int i = 0; i < 4; i++) {
                    JsonNode told = client.tool("review_wait", "{'id':'" + review + "','timeout_seconds':1}")
                            .structured();
                    assertThat(told.path("timed_out").booleanValue()).isTrue();
                }
                List<CompletableFuture<McpCaller.Answer>> waiting = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    waiting.add(client.toolAsync("review_wait", "{'id':'" + review + "'}"));
                }
                Eventually.await(
                        () -> one.waiting() + other.waiting() == 6 && one.waiting() > 0 && other.waiting() > 0,
                        PATIENCE,
                        () -> one.waiting() + " and " + other.waiting() + " wait");
                plane.reviews().approve(review);
                for (CompletableFuture<McpCaller.Answer> answer : waiting) {
                    assertThat(Eventually.get(answer, PATIENCE, "the decision")
                                    .structured()
                                    .path("status")
                                    .asText())
                            .isEqualTo("APPROVED");
                }
            }
            assertThat(balancer.taken()).allSatisfy(count -> assertThat(count).isGreaterThan(5));
        }
    }

    @Test
    void whoWaitsWhenTheServerEndsIsToldToCallAgain() {
        McpServer server = replica();
        ReviewId review = file("DELETE /invoices/7");
        CompletableFuture<McpCaller.Answer> waiting =
                new McpCaller(server.address().getPort()).toolAsync("review_wait", "{'id':'" + review + "'}");
        Eventually.await(() -> server.waiting() == 1 && plane.listeners() == 1, PATIENCE, "it waits");
        Eventually.await(() -> plane.statusReads() > 0, PATIENCE, "it was read");

        server.close();

        JsonNode result = Eventually.get(waiting, PATIENCE, "an answer").result();
        assertThat(result.path("content").path(0).path("text").asText())
                .containsAnyOf("\"timed_out\":true", "Call this tool again");
    }
}
