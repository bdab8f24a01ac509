package dev.hoop.mcp.internal.http;

import dev.hoop.mcp.internal.protocol.McpProtocol;
import dev.hoop.web.Router;
import dev.hoop.web.WebLimits;
import dev.hoop.web.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Serves a protocol at {@code /mcp}. */
public final class McpHttp {

    /** The endpoint's path. */
    public static final String PATH = "/mcp";

    /** A message of a client is small; what is larger is a mistake. */
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private static final int MAX_CONNECTIONS = 8192;
    private static final int MAX_STREAMS = 8000;
    private static final int MAX_UNREAD_BYTES = 64 * 1024;

    /** Often enough for whatever closes quiet connections on the way. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);

    private McpHttp() {}

    /**
     * Binds and serves.
     *
     * @param allowedOrigins see {@link CallerGuard}
     * @throws IOException when the address cannot be bound, with a message that names it
     */
    public static WebServer start(InetSocketAddress listen, List<String> allowedOrigins, McpProtocol protocol)
            throws IOException {
        // Only the bound address tells which port, and whether it is loopback; nobody is answered before it is known.
        CompletableFuture<McpEndpoint> endpoint = new CompletableFuture<>();
        Router router = Router.builder()
                .any(PATH, request -> endpoint.thenCompose(ready -> ready.handle(request)))
                .build();
        WebLimits limits = WebLimits.defaults()
                .withMaxBodyBytes(MAX_BODY_BYTES)
                .withMaxConnections(MAX_CONNECTIONS)
                .withEventStreams(MAX_STREAMS, MAX_UNREAD_BYTES, KEEP_ALIVE);
        WebServer server = WebServer.start(listen, router, limits);
        endpoint.complete(new McpEndpoint(protocol, CallerGuard.of(server.address(), allowedOrigins)));
        return server;
    }
}
