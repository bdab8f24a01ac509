package dev.hoop.mcp.internal.http;

import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.web.WebRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a request is, and what its client takes as an answer. */
final class MediaTypes {

    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private MediaTypes() {}

    /**
     * Both are asked for by the protocol; that a client may get either depends on the call (MCP 2025-11-25 and 2026-07-28,
     * "Sending Messages").
     *
     * @throws RpcFailure when the request is of another type, or its client does not take both kinds of answers
     */
    static void check(WebRequest request) {
        List<String> types = request.headers("content-type");
        if (types.size() != 1 || !bare(types.get(0)).equals(JSON)) {
            throw new RpcFailure(415, RpcError.INVALID_REQUEST, "send Content-Type: " + JSON);
        }
        Set<String> accepted = new HashSet<>();
        for (String value : request.headers("accept")) {
            for (String one : value.split(",", -1)) {
                accepted.add(bare(one));
            }
        }
        boolean all = accepted.isEmpty() || accepted.contains("*/*");
        boolean json = accepted.contains(JSON) || accepted.contains("application/*");
        boolean events = accepted.contains(EVENTS) || accepted.contains("text/*");
        if (!all && !(json && events)) {
            throw new RpcFailure(406, RpcError.INVALID_REQUEST, "send Accept: " + JSON + ", " + EVENTS);
        }
    }

    private static String bare(String value) {
        return value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
