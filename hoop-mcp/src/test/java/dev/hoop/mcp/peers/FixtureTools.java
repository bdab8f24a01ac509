package dev.hoop.mcp.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.http.McpHttp;
import dev.hoop.mcp.internal.protocol.McpProtocol;
import dev.hoop.mcp.internal.protocol.ServerInfo;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.mcp.internal.tool.ToolCatalog;
import dev.hoop.mcp.internal.tool.ToolResult;
import dev.hoop.mcp.internal.tool.ToolSpec;
import dev.hoop.web.Json;
import dev.hoop.web.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The tools that the conformance suite calls, on the transport and the protocol of the real ones. */
final class FixtureTools {

    /** One red pixel. */
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

    /** A WAV file without samples. */
    private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

    private static final String SCHEMA_2020_12 = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
             "$defs": {"address": {"$anchor": "addressDef", "type": "object",
               "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
             "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
               "contactMethod": {"type": "string", "enum": ["phone", "email"]},
               "phone": {"type": "string"}, "email": {"type": "string"}},
             "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
             "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
             "then": {"required": ["phone"]}, "else": {"required": ["email"]},
             "additionalProperties": false}
            """;

    private static final int MISSING_CAPABILITY = -32021;

    private FixtureTools() {}

    /** Serves them on a free loopback port. */
    static WebServer serve() throws IOException {
        McpProtocol protocol =
                new McpProtocol(new ServerInfo("fixture", "Fixture", "1", "For the conformance suite."), catalog());
        return McpHttp.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of(), protocol);
    }

    private static ToolCatalog catalog() {
        return new ToolCatalog(List.of(
                quick("test_simple_text", content(text("This is a simple text response for testing."))),
                quick("test_image_content", content(media("image", PNG, "image/png"))),
                quick("test_audio_content", content(media("audio", WAV, "audio/wav"))),
                quick(
                        "test_embedded_resource",
                        content(resource(
                                "test://embedded-resource", "text/plain", "This is an embedded resource content."))),
                quick(
                        "test_multiple_content_types",
                        content(
                                text("Multiple content types test:"),
                                media("image", PNG, "image/png"),
                                resource("test://mixed-content-resource", "application/json", "{\"test\":\"data\"}"))),
                quick("test_error_handling", ToolResult.error("This tool intentionally returns an error for testing")),
                new Tool.Lasting(spec("test_tool_with_progress"), arguments -> FixtureTools::inThreeSteps),
                new Tool.Lasting(spec("test_streaming_elicitation"), arguments -> FixtureTools::inThreeSteps),
                quick("test_logging_tool", content(text("There is no logging here."))),
                new Tool.Quick(spec("test_missing_capability"), arguments -> CompletableFuture.failedFuture(missing())),
                new Tool.Quick(
                        spec("json_schema_2020_12_tool", Json.read(SCHEMA_2020_12)),
                        arguments -> CompletableFuture.completedFuture(content(text("ok"))))));
    }

    private static RpcFailure missing() {
        JsonNode data = Json.read("{\"requiredCapabilities\":{\"sampling\":{}}}");
        return new RpcFailure(
                400, new RpcError(MISSING_CAPABILITY, "needs sampling", Optional.of(data)), Optional.empty());
    }

    private static Tool.Running inThreeSteps(Tool.Progress progress, Consumer<ToolResult> done) {
        progress.report(0, 100, "begun");
        progress.report(50, 100, "half");
        progress.report(100, 100, "done");
        done.accept(content(text("Done in three steps.")));
        return () -> {};
    }

    private static Tool quick(String name, ToolResult result) {
        return new Tool.Quick(
                spec(name),
                arguments -> CompletableFuture.completedFuture(
                        new ToolResult(result.json().deepCopy())));
    }

    private static ToolSpec spec(String name) {
        return spec(name, Json.read("{\"type\":\"object\"}"));
    }

    private static ToolSpec spec(String name, JsonNode inputSchema) {
        ObjectNode definition = Json.object().put("name", name).put("description", "For the conformance suite.");
        definition.set("inputSchema", inputSchema);
        return new ToolSpec(name, definition);
    }

    private static ToolResult content(ObjectNode... items) {
        ObjectNode json = Json.object();
        ArrayNode content = json.putArray("content");
        for (ObjectNode item : items) {
            content.add(item);
        }
        return new ToolResult(json);
    }

    private static ObjectNode text(String text) {
        return Json.object().put("type", "text").put("text", text);
    }

    private static ObjectNode media(String type, String data, String mimeType) {
        return Json.object().put("type", type).put("data", data).put("mimeType", mimeType);
    }

    private static ObjectNode resource(String uri, String mimeType, String text) {
        ObjectNode item = Json.object().put("type", "resource");
        item.putObject("resource").put("uri", uri).put("mimeType", mimeType).put("text", text);
        return item;
    }
}
