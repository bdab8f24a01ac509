package dev.hoop.mcp.internal.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.util.Optional;

/**
 * An error of JSON-RPC.
 *
 * @param code JSON-RPC 2.0, section 5.1, or MCP 2026-07-28, "Error Codes"
 * @param message for whoever reads logs of the client: what was wrong and what to do
 * @param data more, for programs
 */
public record RpcError(int code, String message, Optional<JsonNode> data) {

    /** Not JSON. */
    public static final int PARSE_ERROR = -32700;

    /** JSON, but no message; or a request that this transport does not take. */
    public static final int INVALID_REQUEST = -32600;

    /** No such method. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** Parameters that the method cannot take. */
    public static final int INVALID_PARAMS = -32602;

    /** Our fault. */
    public static final int INTERNAL_ERROR = -32603;

    /** MCP 2026-07-28: headers and body disagree. */
    public static final int HEADER_MISMATCH = -32020;

    /** MCP 2026-07-28: no such revision here. */
    public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    public RpcError(int code, String message) {
        this(code, message, Optional.empty());
    }

    /** The message that carries it; without an id where that could not be read. */
    public ObjectNode toMessage(Optional<JsonNode> id) {
        ObjectNode root = Json.object().put("jsonrpc", "2.0");
        id.ifPresent(known -> root.set("id", known));
        ObjectNode error = root.putObject("error").put("code", code).put("message", message);
        data.ifPresent(more -> error.set("data", more));
        return root;
    }
}
