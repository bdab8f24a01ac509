package dev.hoop.mcp;

import dev.hoop.mcp.internal.http.McpHttp;
import dev.hoop.mcp.internal.protocol.McpProtocol;
import dev.hoop.mcp.internal.protocol.ServerInfo;
import dev.hoop.mcp.internal.review.DecisionWaits;
import dev.hoop.mcp.internal.review.ReviewTools;
import dev.hoop.review.ReviewService;
import dev.hoop.web.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * A running MCP server. It asks for no credential and shows every review of its sidecar, never a statement: bind it where
 * only the agent reaches it. Safe for use by many threads.
 */
public final class McpServer implements AutoCloseable {

    /** The path of the endpoint. */
    public static final String PATH = McpHttp.PATH;

    private static final Duration STOP = Duration.ofSeconds(1);

    private final WebServer server;
    private final DecisionWaits waits;

    private McpServer(WebServer server, DecisionWaits waits) {
        this.server = server;
        this.waits = waits;
    }

    /**
     * What it is made of.
     *
     * @param listen where to listen; port 0 for a free one
     * @param allowedOrigins pages that may use it from a browser beyond its own loopback origins, each as a browser names it
     * @param reviews the sidecar's; not closed with the server
     * @param version of the software, which clients are told
     */
    public record Options(
            InetSocketAddress listen, List<String> allowedOrigins, ReviewService reviews, String version) {

        public Options {
            allowedOrigins = List.copyOf(allowedOrigins);
        }
    }

    /**
     * Binds and serves. When this returns, connections are accepted.
     *
     * @throws IOException when the address cannot be bound, with a message that names it
     */
    public static McpServer start(Options options) throws IOException {
        DecisionWaits waits = new DecisionWaits(options.reviews());
        ServerInfo info = new ServerInfo("hoop", "hoop reviews", options.version(), ReviewTools.INSTRUCTIONS);
        ReviewTools tools = new ReviewTools(options.reviews(), waits);
        try {
            WebServer server =
                    McpHttp.start(options.listen(), options.allowedOrigins(), new McpProtocol(info, tools.catalog()));
            return new McpServer(server, waits);
        } catch (IOException e) {
            waits.close();
            throw e;
        }
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** How many calls wait for a decision now. */
    public int waiting() {
        return waits.waiting();
    }

    /** Answers those who wait with what is known, so that they call again and reach another replica; then ends. */
    @Override
    public void close() {
        waits.close();
        server.stop(STOP);
    }
}
