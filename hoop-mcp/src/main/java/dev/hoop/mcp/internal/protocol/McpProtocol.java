package dev.hoop.mcp.internal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.mcp.internal.rpc.RpcMessage.Request;
import dev.hoop.mcp.internal.tool.ArgumentProblem;
import dev.hoop.mcp.internal.tool.Arguments;
import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.mcp.internal.tool.ToolCatalog;
import dev.hoop.mcp.internal.tool.ToolResult;
import dev.hoop.web.Json;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Answers requests, whatever carries them. Safe for use by many threads. */
public final class McpProtocol {

    /** How long a client may keep what it was told: the tools change with the software only. */
    private static final int TTL_MILLIS = 300_000;

    private static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private final ServerInfo info;
    private final ToolCatalog tools;

    public McpProtocol(ServerInfo info, ToolCatalog tools) {
        this.info = info;
        this.tools = tools;
    }

    /**
     * The answer to a request.
     *
     * @throws RpcFailure when it is an error
     */
    public Reply answer(Era era, Request request) {
        try {
            return switch (request.method()) {
                case "tools/list" -> one(era, request, cacheable(era, listed()));
                case "tools/call" -> call(era, request);
                case "server/discover" -> one(era, request, cacheable(era, discovered(era, request)));
                case "initialize" -> one(era, request, initialized(era, request));
                case "ping" -> one(era, request, pong(era, request));
                default -> throw unknown(era, request);
            };
        } catch (RpcFailure failure) {
            throw failure.about(request.id());
        }
    }

    /** MCP 2026-07-28, "Protocol Version Header": 404. Before, an error was an answer like any other. */
    private static RpcFailure unknown(Era era, Request request) {
        return new RpcFailure(
                era == Era.MODERN ? 404 : 200, RpcError.METHOD_NOT_FOUND, "Method not found: " + request.method());
    }

    private ObjectNode initialized(Era era, Request request) {
        if (era == Era.MODERN) {
            throw unknown(era, request);
        }
        JsonNode asked = request.params().path("protocolVersion");
        if (!asked.isTextual()) {
            throw new RpcFailure(200, RpcError.INVALID_PARAMS, "`protocolVersion` must be a string");
        }
        ObjectNode result = Json.object().put("protocolVersion", Revisions.negotiated(asked.textValue()));
        result.set("capabilities", capabilities());
        result.set("serverInfo", info.toJson());
        return result.put("instructions", info.instructions());
    }

    private static ObjectNode pong(Era era, Request request) {
        if (era == Era.MODERN) {
            throw unknown(era, request);
        }
        return Json.object();
    }

    private ObjectNode discovered(Era era, Request request) {
        if (era == Era.LEGACY) {
            throw unknown(era, request);
        }
        ObjectNode result = Json.object();
        result.set("supportedVersions", Revisions.all());
        result.set("capabilities", capabilities());
        return result.put("instructions", info.instructions());
    }

    private static ObjectNode capabilities() {
        ObjectNode capabilities = Json.object();
        capabilities.putObject("tools");
        return capabilities;
    }

    private ObjectNode listed() {
        ObjectNode result = Json.object();
        result.set("tools", tools.definitions());
        return result;
    }

    /** MCP 2026-07-28, "Caching". */
    private static ObjectNode cacheable(Era era, ObjectNode result) {
        return era == Era.LEGACY ? result : result.put("ttlMs", TTL_MILLIS).put("cacheScope", "public");
    }

    private Reply call(Era era, Request request) {
        JsonNode name = request.params().path("name");
        JsonNode arguments = request.params().path("arguments");
        if (!name.isTextual()) {
            throw new RpcFailure(200, RpcError.INVALID_PARAMS, "`name` must be a string");
        }
        if (!arguments.isMissingNode() && !arguments.isNull() && !arguments.isObject()) {
            throw new RpcFailure(200, RpcError.INVALID_PARAMS, "`arguments` must be an object");
        }
        Tool tool = tools.find(name.textValue())
                .orElseThrow(() -> new RpcFailure(200, RpcError.INVALID_PARAMS, "Unknown tool: " + name.textValue()));
        Optional<JsonNode> token = Meta.of(request.params()).progressToken();
        Arguments given = new Arguments(arguments instanceof ObjectNode object ? object : Json.object());
        try {
            return start(era, request, tool, given, token);
        } catch (ArgumentProblem problem) {
            return one(era, request, problem.toResult().json());
        }
    }

    private Reply start(Era era, Request request, Tool tool, Arguments arguments, Optional<JsonNode> token) {
        if (tool instanceof Tool.Quick quick) {
            return new Reply.One(settled(era, request, quick.body().run(arguments)));
        }
        Tool.Work work = ((Tool.Lasting) tool).preparation().prepare(arguments);
        return new Reply.Many((notifications, last) -> work.start(
                new ProgressNotes(token, notifications), result -> last.accept(result(era, request, result.json()))));
    }

    private CompletionStage<ObjectNode> settled(Era era, Request request, CompletionStage<ToolResult> stage) {
        return stage.handle((result, thrown) -> {
            Throwable cause =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (cause instanceof RpcFailure failure) {
                throw failure.about(request.id());
            }
            if (cause != null) {
                throw new CompletionException(cause);
            }
            return result(era, request, result.json());
        });
    }

    private Reply one(Era era, Request request, ObjectNode result) {
        return new Reply.One(CompletableFuture.completedFuture(result(era, request, result)));
    }

    private ObjectNode result(Era era, Request request, ObjectNode result) {
        ObjectNode root = Json.object().put("jsonrpc", "2.0");
        root.set("id", request.id());
        if (era == Era.MODERN) {
            if (!result.has("resultType")) {
                result.put("resultType", "complete");
            }
            result.withObjectProperty("_meta").set(SERVER_INFO, info.toJson());
        }
        root.set("result", result);
        return root;
    }
}
