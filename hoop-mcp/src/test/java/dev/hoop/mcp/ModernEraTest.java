package dev.hoop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.review.ReviewId;
import dev.hoop.web.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients from 2026-07-28 on. */
class ModernEraTest {

    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    private final McpFixture mcp = McpFixture.start();
    private final McpCaller caller = mcp.caller().modern();

    @AfterEach
    void end() {
        mcp.close();
    }

    @Test
    void discoverTellsWhatIsServed() {
        McpCaller.Answer answer = caller.call("server/discover", Json.object());

        assertThat(answer.status()).isEqualTo(200);
        JsonNode result = answer.result();
        assertThat(result.path("supportedVersions").path(0).asText()).isEqualTo("2026-07-28");
        assertThat(result.path("capabilities")).isEqualTo(Json.read("{\"tools\":{}}"));
        assertThat(result.path("resultType").asText()).isEqualTo("complete");
        assertThat(result.path("_meta")
                        .path("io.modelcontextprotocol/serverInfo")
                        .path("name")
                        .asText())
                .isEqualTo("hoop");
        assertThat(result.path("ttlMs").isInt()).isTrue();
        assertThat(result.path("cacheScope").asText()).isEqualTo("public");
        assertThat(result.path("instructions").asText()).contains("review_wait");
    }

    @Test
    void toolsAreListedAndCalled() {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().reviews().approve(review);

        assertThat(caller.call("tools/list", Json.object()).result().path("tools"))
                .hasSize(3);
        for (String tool : new String[] {"review_status", "review_wait"}) {
            McpCaller.Answer answer = caller.tool(tool, "{'id':'" + review + "'}");

            assertThat(answer.structured().path("status").asText()).isEqualTo("APPROVED");
            assertThat(answer.result().path("resultType").asText()).isEqualTo("complete");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "ping", "logging/setLevel", "resources/subscribe", "subscriptions/listen"})
    void whatIsGoneIsNotFound(String method) {
        McpCaller.Answer answer = caller.call(method, Json.object());

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32601);
        assertThat(answer.message().path("id").intValue()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "mcp-protocol-version, 2025-11-25",
        "mcp-protocol-version, 2099-01-01",
        "mcp-method, tools/list",
        "mcp-method, TOOLS/CALL",
        "mcp-method, ''",
        "mcp-name, review_list",
        "mcp-name, Review_status",
        "mcp-name, =?base64?cmV2aWV3X2xpc3Q=?=",
        "mcp-name, =?base64?cmV2aWV3X3N0YXR1cw?=",
        "mcp-name, =?base64?!!!!?=",
        "mcp-name, =?base64?",
        "mcp-name, =?BASE64?cmV2aWV3X3N0YXR1cw==?=",
        "mcp-name, review_statusé"
    })
    void headAndBodyMustAgree(String header, String value) {
        McpCaller.Answer answer = sendWith(header, value);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32020);
        assertThat(answer.message().path("id").intValue()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "mcp-name, =?base64?cmV2aWV3X3N0YXR1cw==?=",
        "mcp-name, '  review_status  '",
        "MCP-METHOD, tools/call",
        "x-something, else"
    })
    void thePermittedVariantsAgree(String header, String value) {
        assertThat(sendWith(header, value).status()).isEqualTo(200);
    }

    /** Raw, since an HTTP client would not send some of these. */
    private McpCaller.Answer sendWith(String header, String value) {
        StringBuilder head = new StringBuilder();
        for (String line :
                new String[] {"mcp-protocol-version: 2026-07-28", "mcp-method: tools/call", "mcp-name: review_status"
                }) {
            if (!line.startsWith(header.toLowerCase(java.util.Locale.ROOT) + ":")) {
                head.append(line).append("\r\n");
            }
        }
        if (!value.isEmpty()) {
            head.append(header).append(": ").append(value).append("\r\n");
        }
        return RawCall.to(mcp.port()).post(head.toString(), body(VERSION, "\"2026-07-28\"", CAPABILITIES, "{}"));
    }

    private static String body(String... meta) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 7).put("method", "tools/call");
        ObjectNode params = message.putObject("params").put("name", "review_status");
        params.putObject("arguments").put("id", "x");
        ObjectNode given = params.putObject("_meta");
        for (int i = 0; i < meta.length; i += 2) {
            given.set(meta[i], Json.read(meta[i + 1]));
        }
        return Json.write(message);
    }

    private static final String HEAD =
            "mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: review_status\r\n";

    @Test
    void aRequestMustSayWhatItIs() {
        for (String body : new String[] {
            body(),
            body(VERSION, "\"2026-07-28\""),
            body(CAPABILITIES, "{}"),
            body(VERSION, "5", CAPABILITIES, "{}"),
            body(VERSION, "\"2026-07-28\"", CAPABILITIES, "[]")
        }) {
            McpCaller.Answer answer = RawCall.to(mcp.port()).post(HEAD, body);

            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.error().path("code").intValue()).as(body).isEqualTo(-32602);
        }
    }

    @Test
    void aModernRequestWithoutItsHeaderIsRefused() {
        McpCaller.Answer answer = RawCall.to(mcp.port()).post("", body(VERSION, "\"2026-07-28\"", CAPABILITIES, "{}"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32020);
    }

    @Test
    void headersThatAreThereTwiceHaveNoMeaning() {
        McpCaller.Answer answer = RawCall.to(mcp.port())
                .post(
                        HEAD + "mcp-protocol-version: 2026-07-28\r\n",
                        body(VERSION, "\"2026-07-28\"", CAPABILITIES, "{}"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32020);
    }

    @Test
    void aRevisionThatIsNotServedIsRefused() {
        McpCaller.Answer answer = RawCall.to(mcp.port())
                .post(HEAD.replace("2026-07-28", "2027-01-01"), body(VERSION, "\"2027-01-01\"", CAPABILITIES, "{}"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32022);
        assertThat(answer.error().path("data").path("requested").asText()).isEqualTo("2027-01-01");
    }

    @Test
    void notificationsAreTakenAndResponsesRefused() {
        McpCaller plain = mcp.caller().with("mcp-protocol-version", "2026-07-28");

        assertThat(plain.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}")
                        .status())
                .isEqualTo(202);
        assertThat(plain.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}").status())
                .isEqualTo(400);
    }
}
