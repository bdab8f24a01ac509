package dev.hoop.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official TypeScript clients of both major versions and both eras, and the Inspector's command line. */
class ClientsIT {

    private static final JsonMapper JSON = new JsonMapper();

    private final NodePeers peers = NodePeers.fetched();
    private final AgentLoop loop;

    ClientsIT() throws IOException {
        loop = new AgentLoop();
    }

    @AfterEach
    void end() {
        loop.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "2-modern"})
    void aTypeScriptClientWalksTheLoop(String kind) {
        try (NodeClient client =
                new NodeClient(peers, peers.node(), kind, loop.url().toString())) {
            loop.walk(client);

            String review = loop.denied("/invoices/8");
            client.call("review_wait", "{\"id\":\"" + review + "\",\"timeout_seconds\":5}");
            assertThat(client.progress()).isBetween(1, 2);
        }
    }

    @Test
    void aTypeScriptClientThatStartsACommandWalksTheLoop() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        try (NodeClient client = new NodeClient(
                peers,
                peers.node(),
                "1-stdio",
                java,
                "-cp",
                classes,
                StdioMain.class.getName(),
                loop.url().toString())) {
            loop.walk(client);
        }
    }

    @Test
    void theInspectorWalksTheLoop() {
        loop.walk(this::inspect);
    }

    private JsonNode inspect(String tool, String arguments) {
        List<String> command = new ArrayList<>(List.of(
                peers.node(),
                peers.file("node_modules/@modelcontextprotocol/inspector-cli/build/cli.js"),
                "--cli",
                loop.url().toString(),
                "--transport",
                "http",
                "--method",
                "tools/call",
                "--tool-name",
                tool));
        try {
            Iterator<Map.Entry<String, JsonNode>> given =
                    JSON.readTree(arguments).fields();
            while (given.hasNext()) {
                Map.Entry<String, JsonNode> one = given.next();
                command.addAll(List.of(
                        "--tool-arg", one.getKey() + "=" + one.getValue().asText()));
            }
            NodePeers.Ran ran = peers.run(command);
            assertThat(ran.exit()).as(ran.output()).isZero();
            JsonNode result = JSON.readTree(ran.output().substring(ran.output().indexOf('{')));
            return result.path("structuredContent");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
