package dev.hoop.mcp.internal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.web.Json;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code notifications/progress} for the client that gave a token. */
record ProgressNotes(Optional<JsonNode> token, Consumer<ObjectNode> notifications) implements Tool.Progress {

    @Override
    public boolean isWanted() {
        return token.isPresent();
    }

    @Override
    public void report(double value, double total, String message) {
        token.ifPresent(known -> {
            ObjectNode note = Json.object().put("jsonrpc", "2.0").put("method", "notifications/progress");
            ObjectNode params = note.putObject("params");
            params.set("progressToken", known);
            params.put("progress", value).put("total", total).put("message", message);
            notifications.accept(note);
        });
    }
}
