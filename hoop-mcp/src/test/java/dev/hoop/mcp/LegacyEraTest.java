package dev.hoop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients up to 2025-11-25. */
class LegacyEraTest {

    private final McpFixture mcp = McpFixture.start();
    private final McpCaller caller = mcp.caller();

    @AfterEach
    void end() {
        mcp.close();
    }

    private static ObjectNode initialize(String version) {
        ObjectNode params = Json.object().put("protocolVersion", version);
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "test").put("version", "1");
        return params;
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, 2025-11-25",
        "2025-06-18, 2025-06-18",
        "2025-03-26, 2025-03-26",
        "2024-11-05, 2024-11-05",
        "2099-01-01, 2025-11-25",
        "2026-07-28, 2025-11-25"
    })
    void initializeAgreesOnARevision(String asked, String agreed) {
        McpCaller.Answer answer = caller.call("initialize", initialize(asked));

        assertThat(answer.status()).isEqualTo(200);
        JsonNode result = answer.result();
        assertThat(result.path("protocolVersion").asText()).isEqualTo(agreed);
        assertThat(result.path("capabilities")).isEqualTo(Json.read("{\"tools\":{}}"));
        assertThat(result.path("serverInfo").path("name").asText()).isEqualTo("hoop");
        assertThat(result.path("serverInfo").path("version").asText()).isEqualTo("1.2.3");
        assertThat(result.path("instructions").asText()).contains("review_wait");
        assertThat(result.has("resultType")).isFalse();
        assertThat(answer.message().path("id").intValue()).isEqualTo(7);
    }

    @Test
    void noSessionIsKept() {
        McpCaller.Answer answer = caller.call("initialize", initialize("2025-11-25"));

        assertThat(answer.header("mcp-session-id")).isEmpty();
        McpCaller stranger = caller.with("mcp-session-id", "of-another-server").with("last-event-id", "4");
        assertThat(stranger.call("tools/list", Json.object()).result().path("tools"))
                .hasSize(3);
    }

    @Test
    void notificationsAndResponsesAreTakenAndNotAnswered() {
        for (String body : new String[] {
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"nobody/knows/it\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
        }) {
            McpCaller.Answer answer =
                    caller.with("mcp-protocol-version", "2025-06-18").post(body);

            assertThat(answer.status()).as(body).isEqualTo(202);
            assertThat(answer.body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
    void everyRevisionIsServed(String version) {
        McpCaller old = caller.with("mcp-protocol-version", version);

        assertThat(old.call("ping", Json.object()).result()).isEqualTo(Json.object());
        assertThat(old.call("tools/list", Json.object()).result().has("ttlMs")).isFalse();
        assertThat(old.tool("review_list", "{}").structured().path("reviews")).isEmpty();
    }

    @Test
    void aRevisionThatIsNotServedIsRefused() {
        McpCaller.Answer answer =
                caller.with("mcp-protocol-version", "1900-01-01").call("tools/list", Json.object());

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32022);
        assertThat(answer.error().path("data").path("requested").asText()).isEqualTo("1900-01-01");
        assertThat(answer.error().path("data").path("supported"))
                .extracting(JsonNode::asText)
                .containsExactly("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");
        assertThat(caller.with("mcp-protocol-version", "1900-01-01")
                        .post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server/discover", "logging/setLevel", "resources/list", "prompts/list", "no/such"})
    void aMethodThatIsNotThereIsAnErrorInAnAnswer(String method) {
        McpCaller.Answer answer = caller.call(method, Json.object());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32601);
        assertThat(answer.message().path("id").intValue()).isEqualTo(7);
    }

    @Test
    void anUnknownToolIsAnError() {
        McpCaller.Answer answer = caller.tool("review_approve", "{}");

        assertThat(answer.error().path("code").intValue()).isEqualTo(-32602);
        assertThat(answer.error().path("message").asText()).isEqualTo("Unknown tool: review_approve");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"})
    void onlyPostIsTaken(String method) {
        McpCaller.Answer answer = caller.with("accept", "text/event-stream").method(method);

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).isEqualTo("POST");
    }
}
