package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The MCP server of a sidecar in a process of its own. */
class McpIT {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path directory;

    private final Http http = new Http();

    @RegisterExtension
    private final CountingUpstream upstream = new CountingUpstream();

    private Path config(String top) throws Exception {
        return Files.writeString(directory.resolve("config.yaml"), top + """
                listeners:
                  - name: billing-api
                    protocol: http
                    listen: 127.0.0.1:0
                    upstream: 127.0.0.1:%d
                    guardrails: {rules: [{name: deletions, type: operation, operations: [DELETE], action: require_review}]}
                    review: {approval_rule: billing-approvers, mode: return}
                """.formatted(upstream.port()));
    }

    private static String call(int id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    private static JsonNode post(String url, String message) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("content-type", "application/json")
                                .header("accept", "application/json, text/event-stream")
                                .POST(HttpRequest.BodyPublishers.ofString(message))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        String body = answer.body();
        return JSON.readTree(body.substring(body.indexOf('{'))).path("result").path("structuredContent");
    }

    @Test
    void tellsAnAgentWhatAPersonDecided() throws Exception {
        String top = "mcp: {listen: 127.0.0.1:0}\nadmin: {listen: 127.0.0.1:0}\n";
        Path file = config(top);
        try (HoopProcess dev = HoopProcess.dev(directory, file.toString())) {
            JsonNode summary = dev.awaitSummary(directory.resolve("data"));
            String mcp = summary.path("mcp_url").asText();
            String listener =
                    "http://" + summary.path("listeners").get(0).path("address").asText();
            assertThat(mcp).matches("http://127\\.0\\.0\\.1:[1-9]\\d*/mcp");
            JsonNode stats =
                    JSON.readTree(http.send("GET", summary.path("admin_url").asText() + "/stats")
                            .body());
            assertThat("http://" + stats.path("mcp").path("address").asText() + "/mcp")
                    .isEqualTo(mcp);

            HttpResponse<String> denial = http.send("DELETE", listener + "/invoices/7");
            String id = Http.reviewId(denial);
            assertThat(denial.body())
                    .startsWith("review " + id + ": waiting for approval; call the MCP tool review_wait");
            String arguments = "{\"id\":\"" + id + "\"}";
            assertThat(post(mcp, call(1, "review_status", arguments))
                            .path("next")
                            .asText())
                    .isEqualTo("wait");

            HoopProcess bridge = HoopProcess.start(directory, "mcp-stdio", "--url", mcp);
            try (bridge) {
                bridge.type(call(2, "review_wait", arguments) + "\n");
                HoopProcess approved = HoopProcess.reviews(directory, summary, "approve", id);
                assertThat(approved.awaitExit()).as(approved::toString).isZero();
                bridge.awaitOut("\"next\":\"resend_identical_statement\"");
                assertThat(bridge.out()).contains("\"decided_by\":\"reviewer\"", "Approved by reviewer");
                assertThat(bridge.out().lines()).hasSize(1).allMatch(line -> line.startsWith("{"));
            }

            assertThat(http.send("GET", listener + "/.well-known/hoop/reviews/" + id)
                            .body())
                    .contains("\"decided_by\":\"reviewer\"");
            assertThat(http.send("DELETE", listener + "/invoices/7").statusCode())
                    .isEqualTo(200);
            assertThat(Http.reviewId(http.send("DELETE", listener + "/invoices/7")))
                    .isNotEqualTo(id);
            JsonNode spent = post(mcp, call(3, "review_wait", arguments));
            assertThat(spent.path("status").asText()).isEqualTo("EXECUTED");
            assertThat(spent.path("next").asText()).isEqualTo("stop");
            assertThat(spent.path("decided_by").asText()).isEqualTo("reviewer");
            assertThat(post(mcp, call(4, "review_list", "{}")).path("reviews")).hasSize(2);
            assertThat(upstream.requests).containsExactly("DELETE /invoices/7");
            dev.terminate();
            assertThat(dev.awaitExit()).isZero();
        }
    }

    @Test
    void whoDecidedIsToldToNobodyWhereTheListenerHidesIt() throws Exception {
        Path file = config("mcp: {listen: 127.0.0.1:0}\n");
        Files.writeString(file, Files.readString(file).replace("mode: return", "mode: return, show_approver: false"));
        try (HoopProcess dev = HoopProcess.dev(directory, file.toString())) {
            JsonNode summary = dev.awaitSummary(directory.resolve("data"));
            String listener =
                    "http://" + summary.path("listeners").get(0).path("address").asText();
            String id = Http.reviewId(http.send("DELETE", listener + "/invoices/7"));
            HoopProcess approved = HoopProcess.reviews(directory, summary, "approve", id);
            assertThat(approved.awaitExit()).as(approved::toString).isZero();

            JsonNode told = post(summary.path("mcp_url").asText(), call(1, "review_status", "{\"id\":\"" + id + "\"}"));
            assertThat(told.path("status").asText()).isEqualTo("APPROVED");
            assertThat(told.toString()).doesNotContain("reviewer", "decided_by");
            assertThat(http.send("GET", listener + "/.well-known/hoop/reviews/" + id)
                            .body())
                    .contains("APPROVED")
                    .doesNotContain("decided_by");
            HttpResponse<String> ran = http.send("DELETE", listener + "/invoices/7");
            assertThat(ran.statusCode()).isEqualTo(200);
            assertThat(ran.headers().firstValue("X-Hoop-Approved-By")).isEmpty();
        }
    }

    @Test
    void withoutAControlPlaneItIsRefused() throws Exception {
        Files.writeString(directory.resolve("config.yaml"), """
                mcp: {listen: 127.0.0.1:0}
                listeners: [{name: billing-api, protocol: http, listen: 127.0.0.1:0, upstream: 127.0.0.1:1}]
                """);
        for (String command : new String[] {"run", "validate"}) {
            HoopProcess hoop = HoopProcess.run(directory, command, "--config", "config.yaml");

            assertThat(hoop.awaitExit()).as(command).isEqualTo(1);
            assertThat(hoop.err())
                    .contains("config.yaml:1:6: the `mcp` block needs a control plane, and there is none");
        }
    }

    @Test
    void validateTellsWhereItIs() throws Exception {
        config("control_plane_url: http://127.0.0.1:1\nmcp: {listen: 127.0.0.1:8765}\n");

        HoopProcess hoop = HoopProcess.run(directory, "validate", "--config", "config.yaml");

        assertThat(hoop.awaitExit()).isZero();
        assertThat(hoop.out()).contains("mcp         http://127.0.0.1:8765/mcp");
    }

    @Test
    void aTakenPortStopsTheSidecar() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path file = config("mcp: {listen: 127.0.0.1:" + taken.getLocalPort() + "}\n");
            HoopProcess dev = HoopProcess.run(
                    directory, "dev", "--config", file.toString(), "--data", "data", "--plane-listen", "127.0.0.1:0");

            assertThat(dev.awaitExit()).isEqualTo(1);
            assertThat(dev.err()).contains("mcp: cannot listen on 127.0.0.1:" + taken.getLocalPort());
            assertThat(dev.err()).doesNotContain("event=listener.bound");
        }
    }

    @Test
    void theBridgeWantsAnAddress() {
        assertThat(HoopProcess.run(directory, "mcp-stdio").awaitExit()).isEqualTo(2);
        HoopProcess wrong = HoopProcess.run(directory, "mcp-stdio", "--url", "localhost:8765");
        assertThat(wrong.awaitExit()).isEqualTo(1);
        assertThat(wrong.err()).contains("--url must be the address of an MCP server");
    }
}
