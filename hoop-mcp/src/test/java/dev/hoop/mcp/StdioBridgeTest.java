package dev.hoop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.mcp.stdio.StdioBridge;
import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Background;
import dev.hoop.testbase.Eventually;
import dev.hoop.web.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StdioBridgeTest {

    private final McpFixture mcp = McpFixture.start();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PipedOutputStream client = new PipedOutputStream();
    private final CompletableFuture<Void> ended;

    StdioBridgeTest() throws IOException {
        ended = start(
                URI.create("http://127.0.0.1:" + mcp.port() + "/mcp"), new PipedInputStream(client, 1 << 20), out);
    }

    private static CompletableFuture<Void> start(URI url, PipedInputStream in, ByteArrayOutputStream out) {
        return Background.run(() -> {
            try {
                new StdioBridge(url, out).run(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @AfterEach
    void end() throws IOException {
        client.close();
        Eventually.get(ended, Eventually.SOON, "the bridge's end");
        mcp.close();
    }

    private void say(String line) throws IOException {
        client.write((line.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
        client.flush();
    }

    private List<JsonNode> said() {
        return out.toString(StandardCharsets.UTF_8).lines().map(Json::read).toList();
    }

    private JsonNode answer(int id) {
        return Eventually.value(
                () -> said().stream()
                        .filter(message -> message.path("id").asInt(-1) == id)
                        .findFirst(),
                Eventually.SOON,
                "the answer to " + id);
    }

    @Test
    void aConversationOfTheOlderEra() throws Exception {
        ReviewId review = mcp.file("DELETE /invoices/7");
        say("{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18','capabilities':{},"
                + "'clientInfo':{'name':'test','version':'1'}}}");
        assertThat(answer(1).path("result").path("protocolVersion").asText()).isEqualTo("2025-06-18");
        say("{'jsonrpc':'2.0','method':'notifications/initialized'}");
        say("{'jsonrpc':'2.0','id':2,'method':'tools/list'}");
        assertThat(answer(2).path("result").path("tools")).hasSize(3);
        say("{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'review_wait','arguments':{'id':'" + review
                + "'},'_meta':{'progressToken':9}}}");
        Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");
        say("{'jsonrpc':'2.0','id':4,'method':'ping'}");
        assertThat(answer(4).path("result").isObject()).isTrue();

        mcp.plane().reviews().approve(review);

        assertThat(answer(3)
                        .path("result")
                        .path("structuredContent")
                        .path("next")
                        .asText())
                .isEqualTo("resend_identical_statement");
    }

    @Test
    void aConversationOfTheNewerEra() throws Exception {
        String meta = "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                + "'io.modelcontextprotocol/clientCapabilities':{}}";
        say("{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{" + meta + "}}");
        assertThat(answer(1).path("result").path("supportedVersions").path(0).asText())
                .isEqualTo("2026-07-28");
        say("{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'review_list'," + meta + "}}");
        assertThat(answer(2).path("result").path("structuredContent").path("reviews"))
                .isEmpty();
        say("{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'größe'," + meta + "}}");
        assertThat(answer(3).path("error").path("message").asText()).isEqualTo("Unknown tool: größe");
    }

    @Test
    void aCancelledCallEndsAtTheServerAndIsNotAnswered() throws Exception {
        ReviewId review = mcp.file("DELETE /invoices/7");
        say("{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'review_wait','arguments':{'id':'" + review
                + "'}}}");
        Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");

        say("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':3}}");

        Eventually.await(() -> mcp.server().waiting() == 0, Eventually.SOON, "it waits no more");
        say("{'jsonrpc':'2.0','id':4,'method':'ping'}");
        answer(4);
        assertThat(said()).hasSize(1);
    }

    @Test
    void whatIsNoMessageIsToldAndTheRestGoesOn() throws Exception {
        say("this is no JSON");
        say("");
        say("[]");
        say("x".repeat(70_000));
        say("{'jsonrpc':'2.0','id':4,'method':'ping'}");

        answer(4);
        Eventually.await(() -> said().size() >= 3, Eventually.SOON, () -> "the errors in " + said());
        assertThat(said())
                .extracting(message -> message.path("error").path("code").asInt())
                .contains(-32700, -32600);
    }

    @Test
    void withoutAServerEveryRequestGetsAnErrorThatSaysSo() throws Exception {
        int port = mcp.port();
        mcp.close();
        PipedOutputStream other = new PipedOutputStream();
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        CompletableFuture<Void> bridge =
                start(URI.create("http://127.0.0.1:" + port + "/mcp"), new PipedInputStream(other), heard);
        other.write("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}\n".getBytes(StandardCharsets.UTF_8));
        other.close();
        Eventually.get(bridge, Eventually.SOON, "its end");

        JsonNode error = Json.read(heard.toString(StandardCharsets.UTF_8));
        assertThat(error.path("id").asText()).isEqualTo("a");
        assertThat(error.path("error").path("message").asText())
                .contains("cannot be reached")
                .contains("--url");
    }

    @Test
    void anotherPathIsToldApart() throws Exception {
        PipedOutputStream other = new PipedOutputStream();
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        CompletableFuture<Void> bridge =
                start(URI.create("http://127.0.0.1:" + mcp.port() + "/"), new PipedInputStream(other), heard);
        other.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".getBytes(StandardCharsets.UTF_8));
        other.close();
        Eventually.get(bridge, Eventually.SOON, "its end");

        assertThat(Json.read(heard.toString(StandardCharsets.UTF_8))
                        .path("error")
                        .path("message")
                        .asText())
                .contains("check --url, which ends in /mcp");
    }
}
