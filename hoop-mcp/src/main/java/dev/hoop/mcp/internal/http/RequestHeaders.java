package dev.hoop.mcp.internal.http;

import dev.hoop.mcp.internal.protocol.Era;
import dev.hoop.mcp.internal.protocol.Meta;
import dev.hoop.mcp.internal.protocol.Revisions;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.mcp.internal.rpc.RpcMessage.Request;
import dev.hoop.web.WebRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the head of a request says of its body, for those on the way who do not read bodies. Head and body must agree, or
 * somebody on the way may have let pass what was not meant to (MCP 2026-07-28, "Server Validation").
 */
final class RequestHeaders {

    private static final String VERSION = "MCP-Protocol-Version";
    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";

    /** The methods that need {@code Mcp-Name}. */
    private static final Set<String> NAMED = Set.of("tools/call", "resources/read", "prompts/get");

    private static final String BASE64_START = "=?base64?";
    private static final String BASE64_END = "?=";

    private final WebRequest head;

    RequestHeaders(WebRequest head) {
        this.head = head;
    }

    /**
     * The era of a message that is no request.
     *
     * @throws RpcFailure when the head names a revision that is not served
     */
    Era checkVersion() {
        Optional<String> version = single(VERSION);
        if (version.isEmpty() || Revisions.isLegacy(version.get())) {
            return Era.LEGACY;
        }
        if (!version.get().equals(Revisions.MODERN)) {
            throw Revisions.unsupported(version.get());
        }
        return Era.MODERN;
    }

    /**
     * The era of a request.
     *
     * @throws RpcFailure when its head and its body do not agree, or it says too little
     */
    Era check(Request request) {
        Meta meta = Meta.of(request.params());
        Optional<String> version = single(VERSION);
        if (version.isEmpty()) {
            if (meta.isModern()) {
                throw mismatch("the header " + VERSION + " is missing");
            }
            return Era.LEGACY;
        }
        String named = version.get();
        if (meta.version().isPresent() && !meta.version().get().equals(named)) {
            throw mismatch(VERSION + " and the protocolVersion in `params._meta` are not the same");
        }
        if (Revisions.isLegacy(named)) {
            return Era.LEGACY;
        }
        if (!named.equals(Revisions.MODERN)) {
            throw Revisions.unsupported(named);
        }
        meta.requireModern();
        require(METHOD, single(METHOD), request.method());
        if (NAMED.contains(request.method())) {
            String key = request.method().equals("resources/read") ? "uri" : "name";
            String name = request.params().path(key).textValue();
            if (name == null) {
                throw new RpcFailure(400, RpcError.INVALID_PARAMS, "`params." + key + "` must be a string");
            }
            require(NAME, single(NAME).map(RequestHeaders::decoded), name);
        }
        return Era.MODERN;
    }

    private static void require(String header, Optional<String> given, String inBody) {
        if (given.isEmpty()) {
            throw mismatch("the header " + header + " is missing");
        }
        if (!given.get().equals(inBody)) {
            throw mismatch("the header " + header + " says something else than the body");
        }
    }

    private Optional<String> single(String header) {
        List<String> values = head.headers(header);
        if (values.size() > 1) {
            throw mismatch("the header " + header + " is there more than once");
        }
        return values.stream().findFirst();
    }

    /** MCP 2026-07-28, "Value Encoding". */
    private static String decoded(String value) {
        boolean encoded = value.startsWith(BASE64_START)
                && value.endsWith(BASE64_END)
                && value.length() >= BASE64_START.length() + BASE64_END.length();
        if (!encoded) {
            if (value.chars().anyMatch(c -> c < ' ' && c != '\t' || c > '~')) {
                throw mismatch("the header " + NAME + " has characters that must be encoded");
            }
            return value;
        }
        String base64 = value.substring(BASE64_START.length(), value.length() - BASE64_END.length());
        try {
            if (base64.length() % 4 != 0) {
                throw new IllegalArgumentException("not padded");
            }
            byte[] bytes = Base64.getDecoder().decode(base64);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw mismatch("the header " + NAME + " is not proper Base64 of UTF-8");
        }
    }

    private static RpcFailure mismatch(String what) {
        return new RpcFailure(400, RpcError.HEADER_MISMATCH, "Header mismatch: " + what);
    }
}
