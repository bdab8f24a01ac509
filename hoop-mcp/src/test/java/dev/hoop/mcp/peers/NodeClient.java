package dev.hoop.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A TypeScript client in a process of its own, see {@code client.mjs}. */
final class NodeClient implements AgentLoop.ToolCaller, AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Process process;
    private final Path errors;
    private final BufferedReader answers;
    private int progress;

    NodeClient(NodePeers peers, String node, String kind, String... target) {
        try {
            List<String> command = new ArrayList<>(List.of(node, peers.file("client.mjs"), kind));
            command.addAll(List.of(target));
            errors = Files.createTempFile("client", ".txt");
            process = new ProcessBuilder(command)
                    .directory(peers.directory().toFile())
                    .redirectError(errors.toFile())
                    .start();
            answers = process.inputReader(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(read().path("tools"))
                .extracting(JsonNode::asText)
                .containsExactly("review_status", "review_wait", "review_list");
    }

    private JsonNode read() {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw new AssertionError("the client ended: " + Files.readString(errors));
            }
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public JsonNode call(String tool, String arguments) {
        try {
            ObjectNode call = JSON.createObjectNode().put("tool", tool);
            call.set("arguments", JSON.readTree(arguments));
            OutputStream in = process.getOutputStream();
            in.write((JSON.writeValueAsString(call) + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JsonNode answer = read();
        progress = answer.path("progress").intValue();
        assertThat(answer.path("result").path("isError").asBoolean())
                .as(answer.toString())
                .isFalse();
        return answer.path("result").path("structuredContent");
    }

    /** How often the last call was told of progress. */
    int progress() {
        return progress;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
