package dev.hoop.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.config.ConfigException;
import dev.hoop.core.relay.Address;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class McpSettingsTest {

    private static final String LISTENER = """
            listeners:
              - {name: one, protocol: line, listen: 127.0.0.1:1, upstream: 127.0.0.1:2}
            """;

    private static SidecarSettings read(String top) throws ConfigException {
        return new SettingsReader(List.of(new SampleProtocol("line", false))).read("config.yaml", top + LISTENER);
    }

    @Test
    void withoutTheBlockThereIsNone() throws Exception {
        assertThat(read("").mcp()).isEmpty();
    }

    @Test
    void needsNothingButAnAddress() throws Exception {
        McpSettings mcp = read("mcp: {listen: 127.0.0.1:8765}\n").mcp().orElseThrow();

        assertThat(mcp.listen()).isEqualTo(new Address.Tcp("127.0.0.1", 8765));
        assertThat(mcp.allowedOrigins()).isEmpty();
    }

    @Test
    void originsAreKeptAsABrowserSendsThem() throws Exception {
        McpSettings mcp = read("""
                mcp:
                  listen: ":0"
                  allowed_origins: ["https://Tools.Example.com:443", "http://localhost:3000"]
                """).mcp().orElseThrow();

        assertThat(mcp.allowedOrigins()).containsExactly("https://tools.example.com", "http://localhost:3000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "null",
                "tools.example.com",
                "https://tools.example.com/",
                "https://tools.example.com/page",
                "ftp://tools.example.com",
                "https://",
                "https://tools.example.com?a",
                "https://a b"
            })
    void whatIsNoOriginIsRefused(String origin) {
        assertProblem(
                "mcp: {listen: ':0', allowed_origins: ['" + origin + "']}\n",
                "config.yaml:1:39: `allowed_origins` must hold origins, not `" + origin
                        + "`; write one like `https://tools.example.com`: scheme, host and port, nothing behind them");
    }

    @Test
    void whatMayBeACredentialIsNotRepeated() {
        assertProblem(
                "mcp: {listen: ':0', allowed_origins: ['https://me@tools.example.com']}\n",
                "config.yaml:1:39: `allowed_origins` must hold origins, not what is written there; write one like"
                        + " `https://tools.example.com`: scheme, host and port, nothing behind them");
    }

    @Test
    void listenIsRequiredAndMustBeFree() {
        assertProblem("mcp: {}\n", "config.yaml:1:6: `listen` is missing; add `listen:`");
        assertProblem(
                "mcp: {listen: 127.0.0.1:1}\n",
                "config.yaml:3:41: `listen` takes the same port as line 1; give each listener an address of its own");
    }

    @Test
    void needsAControlPlane() throws Exception {
        SidecarSettings settings = read("mcp: {listen: 127.0.0.1:8765}\n");

        settings.checkReviewsHaveAPlane(true);
        assertThatThrownBy(() -> settings.checkReviewsHaveAPlane(false))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "config.yaml:1:6: the `mcp` block needs a control plane, and there is none: the MCP server reads"
                                + " reviews from it; set `control_plane_url` or HOOP_CONTROL_PLANE_URL, or remove the block");
    }

    private static void assertProblem(String top, String problem) {
        assertThatThrownBy(() -> read(top)).isInstanceOf(ConfigException.class).hasMessage(problem);
    }
}
