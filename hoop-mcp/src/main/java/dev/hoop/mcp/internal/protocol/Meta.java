package dev.hoop.mcp.internal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.mcp.internal.rpc.RpcMessage;
import java.util.Optional;

/** What a request says about itself: {@code params._meta} (MCP 2026-07-28, "Per-request protocol fields"). */
public final class Meta {

    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    private static final String PROGRESS = "progressToken";

    private final JsonNode meta;

    private Meta(JsonNode meta) {
        this.meta = meta;
    }

    /** Of a request. */
    public static Meta of(ObjectNode params) {
        return new Meta(params.path("_meta"));
    }

    /** Whether a client of 2026-07-28 wrote it. */
    public boolean isModern() {
        return meta.has(VERSION) || meta.has(CAPABILITIES);
    }

    /** The revision it names. */
    public Optional<String> version() {
        return Optional.ofNullable(meta.path(VERSION).textValue());
    }

    /** @throws RpcFailure when it lacks what a modern request must have */
    public void requireModern() {
        if (version().isEmpty()) {
            throw missing(VERSION, "a string");
        }
        if (!meta.path(CAPABILITIES).isObject()) {
            throw missing(CAPABILITIES, "an object");
        }
    }

    private static RpcFailure missing(String key, String kind) {
        return new RpcFailure(400, RpcError.INVALID_PARAMS, "`params._meta` needs `" + key + "`, " + kind);
    }

    /**
     * The token under which the client wants to hear of progress.
     *
     * @throws RpcFailure when it is neither a string nor a whole number
     */
    public Optional<JsonNode> progressToken() {
        JsonNode token = meta.path(PROGRESS);
        if (token.isMissingNode() || token.isNull()) {
            return Optional.empty();
        }
        if (!RpcMessage.isId(token)) {
            throw new RpcFailure(200, RpcError.INVALID_PARAMS, "`progressToken` must be a string or a whole number");
        }
        return Optional.of(token);
    }
}
