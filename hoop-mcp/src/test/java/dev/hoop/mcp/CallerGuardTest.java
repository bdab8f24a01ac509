package dev.hoop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the web must not use the server through a visitor's browser. */
class CallerGuardTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";

    private final McpFixture mcp = McpFixture.start("127.0.0.1", "https://tools.example.com");

    @AfterEach
    void end() {
        mcp.close();
    }

    private McpCaller.Answer as(McpFixture server, String host, String more) {
        return RawCall.to(server.port())
                .send("POST /mcp HTTP/1.1\r\nhost: " + host + "\r\ncontent-type: application/json\r\n"
                        + "accept: application/json, text/event-stream\r\nconnection: close\r\n" + more
                        + "content-length: " + PING.length() + "\r\n\r\n" + PING);
    }

    private McpCaller.Answer from(String origin) {
        return as(mcp, "localhost", "origin: " + origin.replace("PORT", Integer.toString(mcp.port())) + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:PORT",
                "http://127.0.0.1:PORT",
                "http://[::1]:PORT",
                "HTTP://LOCALHOST:PORT",
                "https://tools.example.com"
            })
    void pagesThatMayAreServed(String origin) {
        McpCaller.Answer answer = from(origin);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("access-control-allow-origin"))
                .isEqualTo(origin.replace("PORT", Integer.toString(mcp.port())));
        assertThat(answer.header("vary")).isEqualTo("origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example.com",
                "null",
                "",
                "http://localhost",
                "http://localhost:1",
                "https://localhost:PORT",
                "http://localhost:PORT.evil.example.com",
                "http://evil.example.com:PORT",
                "https://tools.example.com.evil.example.com",
                "http://tools.example.com",
                "https://tools.example.com:8443",
                "file://",
                "http://localhost:PORT\r\norigin: https://evil.example.com"
            })
    void otherPagesAreRefused(String origin) {
        McpCaller.Answer answer = from(origin);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32600);
        assertThat(answer.message().has("id")).isFalse();
        assertThat(answer.header("access-control-allow-origin")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "localhost:9999", "LocalHost:1", "127.0.0.1", "127.0.0.1:80", "127.8.8.8", "[::1]:5"
            })
    void onLoopbackAHostThatNamesItIsServed(String host) {
        assertThat(as(mcp, host, "").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example.com",
                "evil.example.com:8765",
                "localhost.evil.example.com",
                "127.0.0.1.evil.example.com",
                "10.0.0.1",
                "::1",
                "localhost@evil.example.com",
                ""
            })
    void onLoopbackAnyOtherHostIsRefused(String host) {
        assertThat(as(mcp, host, "").status()).isEqualTo(403);
    }

    @Test
    void elsewhereAnyHostIsServedButNoOtherPage() {
        try (McpFixture everywhere = McpFixture.start("0.0.0.0")) {
            String service = "payments-mcp.agents.svc:8765";
            assertThat(as(everywhere, service, "").status()).isEqualTo(200);
            assertThat(as(everywhere, service, "origin: http://" + service + "\r\n")
                            .status())
                    .isEqualTo(403);
            String own = "origin: http://localhost:" + everywhere.port() + "\r\n";
            assertThat(as(everywhere, service, own).status()).isEqualTo(200);
        }
    }

    @Test
    void aPageThatMayCanAskBeforehand() {
        McpCaller.Answer answer = RawCall.to(mcp.port())
                .send("OPTIONS /mcp HTTP/1.1\r\nhost: localhost\r\norigin: https://tools.example.com\r\n"
                        + "access-control-request-method: POST\r\nconnection: close\r\n\r\n");

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("access-control-allow-methods")).isEqualTo("POST");
        assertThat(answer.header("access-control-allow-headers")).contains("mcp-protocol-version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE", "OPTIONS", "POST"})
    void otherPagesAreRefusedWhateverTheyAsk(String method) {
        McpCaller.Answer answer = RawCall.to(mcp.port())
                .send(method + " /mcp HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example.com\r\n"
                        + "content-length: 0\r\nconnection: close\r\n\r\n");

        assertThat(answer.status()).isEqualTo(403);
    }
}
