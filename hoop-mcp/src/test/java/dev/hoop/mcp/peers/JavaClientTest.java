package dev.hoop.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The official Java client. */
class JavaClientTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final List<McpSchema.ProgressNotification> progress = new CopyOnWriteArrayList<>();
    private final AgentLoop loop;
    private final McpSyncClient client;

    JavaClientTest() throws Exception {
        loop = new AgentLoop();
        String url = loop.url().toString();
        client = McpClient.sync(
                        HttpClientStreamableHttpTransport.builder(url.substring(0, url.length() - "/mcp".length()))
                                .endpoint("/mcp")
                                .build())
                .requestTimeout(PATIENCE)
                .progressConsumer(progress::add)
                .build();
    }

    @AfterEach
    void end() {
        client.close();
        loop.close();
    }

    private JsonNode call(String tool, String arguments) {
        McpSchema.CallToolResult result = result(tool, arguments);
        assertThat(result.isError()).as(() -> String.valueOf(result.content())).isNotEqualTo(true);
        return JSON.valueToTree(result.structuredContent());
    }

    @SuppressWarnings("unchecked")
    private McpSchema.CallToolResult result(String tool, String arguments) {
        try {
            Map<String, Object> given = JSON.readValue(arguments, Map.class);
            return client.callTool(McpSchema.CallToolRequest.builder(tool)
                    .arguments(given)
                    .progressToken("token-" + tool)
                    .build());
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void walksTheLoop() {
        McpSchema.InitializeResult initialized = client.initialize();

        assertThat(initialized.serverInfo().name()).isEqualTo("hoop");
        assertThat(client.listTools().tools())
                .extracting(McpSchema.Tool::name)
                .containsExactly("review_status", "review_wait", "review_list");
        loop.walk(this::call);
    }

    @Test
    void hearsOfProgressEveryTwoSeconds() {
        client.initialize();
        String review = loop.denied("/invoices/8");

        JsonNode told = call("review_wait", "{\"id\":\"" + review + "\",\"timeout_seconds\":5}");

        assertThat(told.path("timed_out").booleanValue()).isTrue();
        assertThat(progress).hasSizeBetween(1, 2).allSatisfy(note -> {
            assertThat(note.progressToken()).isEqualTo("token-review_wait");
            assertThat(note.total()).isEqualTo(5.0);
            assertThat(note.message()).startsWith("PENDING, waited ");
        });
        assertThat(progress)
                .extracting(McpSchema.ProgressNotification::progress)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void isToldWhatItCannotKnow() {
        client.initialize();

        McpSchema.CallToolResult unknown = result("review_status", "{\"id\":\"nobody-knows-it\"}");

        assertThat(unknown.isError()).isTrue();
        assertThat(unknown.content().toString()).contains("Not found on this Sidecar");
    }
}
