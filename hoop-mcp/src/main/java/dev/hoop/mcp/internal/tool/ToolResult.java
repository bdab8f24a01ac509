package dev.hoop.mcp.internal.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;

/**
 * A tool's answer.
 *
 * @param json the {@code CallToolResult} of the protocol
 */
public record ToolResult(ObjectNode json) {

    /** An answer in fields, and the same as text for clients that know no fields. */
    public static ToolResult of(ObjectNode structured) {
        ObjectNode json = Json.object();
        json.set("content", text(Json.write(structured)));
        json.set("structuredContent", structured);
        return new ToolResult(json.put("isError", false));
    }

    /** A failure that the model behind the client reads: it says what to do. */
    public static ToolResult error(String message) {
        ObjectNode json = Json.object();
        json.set("content", text(message));
        return new ToolResult(json.put("isError", true));
    }

    private static ArrayNode text(String text) {
        ArrayNode content = Json.array();
        content.addObject().put("type", "text").put("text", text);
        return content;
    }
}
