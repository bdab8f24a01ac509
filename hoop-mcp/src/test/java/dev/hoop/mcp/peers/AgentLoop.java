package dev.hoop.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.client.PlaneClient;
import dev.hoop.controlplane.client.PlaneSettings;
import dev.hoop.controlplane.client.PlaneToken;
import dev.hoop.controlplane.client.PlaneUrl;
import dev.hoop.mcp.McpServer;
import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Background;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What an agent does from a denial to the statement's one run: a sidecar with an HTTP listener and an MCP server, a plane
 * that is reached over its API, and any client of the server.
 */
final class AgentLoop implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String CONFIG = """
            control_plane_url: http://127.0.0.1:1
            mcp: {listen: 127.0.0.1:0}
            listeners:
              - name: billing-api
                protocol: http
                listen: 127.0.0.1:0
                upstream: %s
                guardrails: {rules: [{name: deletions, type: operation, operations: [DELETE], action: require_review}]}
                review: {approval_rule: billing-approvers, mode: return}
            """;

    private final RawHttpUpstream upstream =
            RawHttpUpstream.answering(new WireJournal(), request -> RawHttpUpstream.response(200, "done"));
    private final TestSidecar sidecar;
    private final PlaneClient plane;
    private final McpServer server;

    /** A client that calls tools. */
    interface ToolCaller {

        /** The {@code structuredContent} of the answer. */
        JsonNode call(String tool, String arguments);
    }

    AgentLoop() throws IOException {
        PlaneClient[] made = new PlaneClient[1];
        sidecar = TestSidecar.builder()
                .reviews(scripted -> {
                    made[0] = client(scripted);
                    return made[0].reviews();
                })
                .start(CONFIG.formatted(upstream.hostAndPort()));
        plane = made[0];
        server = McpServer.start(
                new McpServer.Options(new InetSocketAddress("127.0.0.1", 0), List.of(), plane.reviews(), "1.2.3"));
    }

    static PlaneClient client(ScriptedControlPlane scripted) {
        try {
            return PlaneClient.open(new PlaneSettings(
                    PlaneUrl.parse(scripted.uri().toString()),
                    PlaneToken.of(ScriptedControlPlane.TOKEN),
                    Optional.empty(),
                    "1.2.3"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + McpServer.PATH);
    }

    private HttpResponse<String> send(String target) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + sidecar.hostAndPort("billing-api") + target))
                .DELETE()
                .build();
        return Eventually.get(
                HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.ofString()), PATIENCE, target);
    }

    private static String id(HttpResponse<String> denial) {
        assertThat(denial.statusCode()).isEqualTo(403);
        return denial.headers().firstValue("X-Hoop-Review-Id").orElseThrow();
    }

    /** Walks it. */
    void walk(ToolCaller agent) {
        HttpResponse<String> denial = send("/invoices/7");
        String review = id(denial);
        assertThat(denial.body())
                .isEqualTo(
                        "review " + review + ": waiting for approval; call the MCP tool review_wait with the review id,"
                                + " then resend the identical statement once it is approved (statement held for human approval)");
        String arguments = "{\"id\":\"" + review + "\"}";

        JsonNode early = agent.call("review_wait", "{\"id\":\"" + review + "\",\"timeout_seconds\":1}");
        assertThat(early.path("timed_out").booleanValue()).isTrue();
        assertThat(early.path("next").asText()).isEqualTo("wait");

        CompletableFuture<JsonNode> waiting = Background.call(() -> agent.call("review_wait", arguments));
        Eventually.await(() -> server.waiting() == 1, PATIENCE, "the agent waits");
        sidecar.plane().reviews().approve(new ReviewId(review));
        JsonNode decided = Eventually.get(waiting, PATIENCE, "the decision");
        assertThat(decided.path("status").asText()).isEqualTo("APPROVED");
        assertThat(decided.path("next").asText()).isEqualTo("resend_identical_statement");
        assertThat(decided.path("timed_out").booleanValue()).isFalse();
        assertThat(upstream.requests()).isEmpty();

        assertThat(send("/invoices/7").statusCode()).isEqualTo(200);
        assertThat(upstream.requests())
                .extracting(RawMessage::startLine)
                .containsExactly("DELETE /invoices/7 HTTP/1.1");

        String second = id(send("/invoices/7"));
        assertThat(second).isNotEqualTo(review);
        assertThat(upstream.requests()).hasSize(1);

        JsonNode spent = agent.call("review_status", arguments);
        assertThat(spent.path("status").asText()).isEqualTo("EXECUTED");
        assertThat(spent.path("next").asText()).isEqualTo("stop");
        JsonNode all = agent.call("review_list", "{}").path("reviews");
        assertThat(all).extracting(one -> one.path("id").asText()).containsExactly(second, review);
        assertThat(all).extracting(one -> one.path("status").asText()).containsExactly("PENDING", "EXECUTED");
    }

    /** A review that nobody has decided. */
    String denied(String target) {
        return id(send(target));
    }

    @Override
    public void close() {
        server.close();
        plane.close();
        sidecar.close();
        upstream.close();
    }
}
