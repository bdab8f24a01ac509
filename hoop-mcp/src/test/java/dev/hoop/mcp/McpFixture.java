package dev.hoop.mcp;

import dev.hoop.review.Requester;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An MCP server over the reviews of a scripted plane. */
final class McpFixture implements AutoCloseable {

    static final String LISTENER = "billing-api";
    static final String RULE = "billing-approvers";

    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private final McpServer server;

    private McpFixture(String host, List<String> origins) {
        try {
            server = McpServer.start(
                    new McpServer.Options(new InetSocketAddress(host, 0), origins, plane.service(), "1.2.3"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** On loopback, for no page. */
    static McpFixture start() {
        return new McpFixture("127.0.0.1", List.of());
    }

    static McpFixture start(String host, String... origins) {
        return new McpFixture(host, List.of(origins));
    }

    ScriptedControlPlane plane() {
        return plane;
    }

    McpServer server() {
        return server;
    }

    int port() {
        return server.address().getPort();
    }

    McpCaller caller() {
        return new McpCaller(port());
    }

    /** A review that nobody has decided. */
    ReviewId file(String statement) {
        byte[] bytes = statement.getBytes(StandardCharsets.UTF_8);
        return plane.reviews()
                .file(new ReviewRequest(LISTENER, RULE, bytes, Requester.peer("127.0.0.1:1")))
                .review()
                .id();
    }

    @Override
    public void close() {
        server.close();
        plane.close();
    }
}
