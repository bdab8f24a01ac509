package dev.hoop.mcp.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.protocol.Era;
import dev.hoop.mcp.internal.protocol.McpProtocol;
import dev.hoop.mcp.internal.protocol.Reply;
import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.mcp.internal.rpc.RpcMessage;
import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.web.EventStream;
import dev.hoop.web.Json;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebHandler;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /mcp}: one message in, and what answers it out. */
final class McpEndpoint implements WebHandler {

    private static final Logger LOG = LoggerFactory.getLogger(McpEndpoint.class);

    private static final String METHODS = "POST";

    private final McpProtocol protocol;
    private final CallerGuard guard;

    McpEndpoint(McpProtocol protocol, CallerGuard guard) {
        this.protocol = protocol;
        this.guard = guard;
    }

    @Override
    public CompletionStage<WebResponse> handle(WebRequest request) {
        Optional<String> origin = Optional.empty();
        CompletionStage<WebResponse> answer;
        try {
            origin = guard.check(request);
            answer = answer(request, origin);
        } catch (RpcFailure failure) {
            answer = CompletableFuture.completedFuture(refusal(failure));
        }
        Optional<String> page = origin;
        return answer.thenApply(response -> forPage(response, page));
    }

    private CompletionStage<WebResponse> answer(WebRequest request, Optional<String> origin) {
        if (request.method().equals("POST")) {
            return post(request);
        }
        if (request.method().equals("OPTIONS") && origin.isPresent()) {
            return CompletableFuture.completedFuture(preflight());
        }
        // GET would open a stream of the server's own messages, DELETE would end a session: there is neither.
        RpcFailure failure = new RpcFailure(405, RpcError.INVALID_REQUEST, "send every message as a POST");
        return CompletableFuture.completedFuture(refusal(failure).with("allow", METHODS));
    }

    private CompletionStage<WebResponse> post(WebRequest request) {
        MediaTypes.check(request);
        RpcMessage message = RpcMessage.read(parsed(request));
        RequestHeaders headers = new RequestHeaders(request);
        if (!(message instanceof RpcMessage.Request asked)) {
            if (headers.checkVersion() == Era.MODERN && message instanceof RpcMessage.Response) {
                throw new RpcFailure(400, RpcError.INVALID_REQUEST, "this server asks nothing: send no responses");
            }
            return CompletableFuture.completedFuture(WebResponse.empty(202));
        }
        try {
            Era era = headers.check(asked);
            return answered(asked, protocol.answer(era, asked));
        } catch (RpcFailure failure) {
            throw failure.about(asked.id());
        }
    }

    private static JsonNode parsed(WebRequest request) {
        try {
            return request.json();
        } catch (WebFailure failure) {
            throw new RpcFailure(400, RpcError.PARSE_ERROR, "Parse error: " + failure.getMessage());
        }
    }

    private static CompletionStage<WebResponse> answered(RpcMessage.Request asked, Reply reply) {
        if (reply instanceof Reply.Many many) {
            return CompletableFuture.completedFuture(WebResponse.events(stream -> start(asked, many.stream(), stream)));
        }
        return ((Reply.One) reply)
                .message()
                .handle((message, thrown) -> thrown == null ? json(200, message) : refusal(failure(asked, thrown)));
    }

    private static void start(RpcMessage.Request asked, Reply.Stream reply, EventStream stream) {
        try {
            Tool.Running running = reply.start(note -> send(stream, note), last -> {
                send(stream, last);
                stream.end();
            });
            stream.onClose(running::cancel);
        } catch (RuntimeException e) {
            send(stream, failure(asked, e).toMessage());
            stream.end();
        }
    }

    private static void send(EventStream stream, ObjectNode message) {
        stream.send("message", Json.write(message));
    }

    private static RpcFailure failure(RpcMessage.Request asked, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof RpcFailure known) {
            return known;
        }
        LOG.error("event=mcp.request.failed method={}", asked.method(), cause);
        return new RpcFailure(200, RpcError.INTERNAL_ERROR, "internal error: see the sidecar's log").about(asked.id());
    }

    private static WebResponse refusal(RpcFailure failure) {
        return json(failure.httpStatus(), failure.toMessage());
    }

    private static WebResponse json(int status, JsonNode message) {
        return Json.response(status, message).with("cache-control", "no-store");
    }

    /** Fetch Standard, "CORS protocol": only a page whose origin is allowed gets this far. */
    private static WebResponse preflight() {
        return WebResponse.empty(204)
                .with("access-control-allow-methods", METHODS)
                .with("access-control-allow-headers", "content-type, mcp-protocol-version, mcp-method, mcp-name")
                .with("access-control-max-age", "600");
    }

    private static WebResponse forPage(WebResponse response, Optional<String> page) {
        return page.map(origin ->
                        response.with("access-control-allow-origin", origin).with("vary", "origin"))
                .orElse(response);
    }
}
