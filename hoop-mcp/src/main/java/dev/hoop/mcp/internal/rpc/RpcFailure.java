package dev.hoop.mcp.internal.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Ends a request with an error of JSON-RPC. */
public final class RpcFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int httpStatus;
    private final transient RpcError error;
    private final transient Optional<JsonNode> id;

    /**
     * @param httpStatus the status that carries it over HTTP
     * @param id the request's, where it is known
     */
    public RpcFailure(int httpStatus, RpcError error, Optional<JsonNode> id) {
        // An expected outcome, not a fault: no stack trace is worth its cost.
        super(error.message(), null, false, false);
        this.httpStatus = httpStatus;
        this.error = error;
        this.id = id;
    }

    public RpcFailure(int httpStatus, int code, String message) {
        this(httpStatus, new RpcError(code, message), Optional.empty());
    }

    public int httpStatus() {
        return httpStatus;
    }

    public RpcError error() {
        return error;
    }

    /** The same about that request. */
    public RpcFailure about(JsonNode request) {
        return new RpcFailure(httpStatus, error, Optional.of(request));
    }

    /** As a message. */
    public ObjectNode toMessage() {
        return error.toMessage(id);
    }
}
