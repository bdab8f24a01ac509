package dev.hoop.mcp.internal.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.math.BigInteger;
import java.util.Optional;

/** One message from a client (MCP 2026-07-28, "Messages"). */
public sealed interface RpcMessage {

    /**
     * Wants an answer.
     *
     * @param id a text or a whole number, to be given back as it is
     * @param params an object; empty when the message has none
     */
    record Request(JsonNode id, String method, ObjectNode params) implements RpcMessage {}

    /** Wants none. */
    record Notification(String method, ObjectNode params) implements RpcMessage {}

    /** Answers something that this server, which asks nothing, did not ask. */
    record Response() implements RpcMessage {}

    /**
     * Reads a message.
     *
     * @throws RpcFailure when it is none; it carries the id where that could be read
     */
    static RpcMessage read(JsonNode node) {
        if (node.isArray()) {
            // Batches were part of revision 2025-03-26 only.
            throw invalid(Optional.empty(), "send one message in each request: batches are not supported");
        }
        if (!(node instanceof ObjectNode object)) {
            throw invalid(Optional.empty(), "a message is a JSON object");
        }
        Optional<JsonNode> id = Optional.ofNullable(object.get("id"));
        Optional<JsonNode> usable = id.filter(RpcMessage::isId);
        if (!"2.0".equals(object.path("jsonrpc").textValue())) {
            throw invalid(usable, "`jsonrpc` must be \"2.0\"");
        }
        JsonNode method = object.path("method");
        if (method.isMissingNode() && (object.has("result") || object.has("error"))) {
            return new Response();
        }
        if (id.isPresent() && usable.isEmpty()) {
            throw invalid(Optional.empty(), "`id` must be a string or a whole number");
        }
        if (!method.isTextual()) {
            throw invalid(usable, "`method` must be a string");
        }
        JsonNode params = object.path("params");
        if (!params.isMissingNode() && !params.isObject()) {
            throw invalid(usable, "`params` must be an object");
        }
        ObjectNode known = params instanceof ObjectNode given ? given : Json.object();
        return usable.<RpcMessage>map(present -> new Request(present, method.textValue(), known))
                .orElseGet(() -> new Notification(method.textValue(), known));
    }

    /** Whether a value may identify a request, or its progress. */
    static boolean isId(JsonNode value) {
        return value.isTextual() || value.isIntegralNumber() || isWhole(value);
    }

    /** {@code 1.0} is the number {@code 1} to many writers of JSON. */
    private static boolean isWhole(JsonNode value) {
        return value.isFloatingPointNumber()
                && value.doubleValue() == Math.rint(value.doubleValue())
                && BigInteger.valueOf((long) value.doubleValue()).bitLength() < 53;
    }

    private static RpcFailure invalid(Optional<JsonNode> id, String message) {
        return new RpcFailure(400, new RpcError(RpcError.INVALID_REQUEST, message), id);
    }
}
