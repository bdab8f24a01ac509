package dev.hoop.mcp.internal.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.web.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The revisions of the protocol that are served. */
public final class Revisions {

    /** Every request carries what the server must know. */
    public static final String MODERN = "2026-07-28";

    /** A client says {@code initialize} first; newest first. The oldest had another transport, and clients that name it. */
    static final List<String> LEGACY = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private Revisions() {}

    /** Whether a client of that revision says {@code initialize} first. */
    public static boolean isLegacy(String revision) {
        return LEGACY.contains(revision);
    }

    /** What an {@code initialize} is answered: the client's own where it is served (MCP 2025-11-25, "Version Negotiation"). */
    static String negotiated(String asked) {
        return isLegacy(asked) ? asked : LEGACY.get(0);
    }

    /** All of them, newest first. */
    static ArrayNode all() {
        ArrayNode all = Json.array();
        Stream.concat(Stream.of(MODERN), LEGACY.stream()).forEach(all::add);
        return all;
    }

    /** The refusal of any other (MCP 2026-07-28, "Protocol Version Negotiation"). */
    public static RpcFailure unsupported(String asked) {
        ObjectNode data = Json.object();
        data.set("supported", all());
        data.put("requested", asked);
        return new RpcFailure(
                400,
                new RpcError(RpcError.UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", Optional.of(data)),
                Optional.empty());
    }
}
