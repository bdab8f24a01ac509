package dev.hoop.sidecar.dev;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.nio.file.Path;

/**
 * The configuration of a sidecar in front of {@link SampleOrders}: deleting needs a person.
 *
 * @param audit the audit file
 * @param listenPort the listener's port, 0 for a free one
 * @param mcpPort the MCP server's port, 0 for a free one
 * @param upstreamPort the sample's port
 */
record SampleConfig(Path audit, int listenPort, int mcpPort, int upstreamPort) {

    String json() {
        ObjectNode root = Json.object().put("log_level", "warn");
        root.putObject("admin").put("listen", "127.0.0.1:0");
        root.putObject("mcp").put("listen", "127.0.0.1:" + mcpPort);
        root.putObject("audit").put("file", audit.toString());
        ObjectNode listener = root.putArray("listeners")
                .addObject()
                .put("name", "orders")
                .put("protocol", "http")
                .put("listen", "127.0.0.1:" + listenPort)
                .put("upstream", "127.0.0.1:" + upstreamPort);
        ObjectNode rule = listener.putObject("guardrails")
                .putArray("rules")
                .addObject()
                .put("name", "deletions-need-a-person")
                .put("type", "operation")
                .put("action", "require_review");
        rule.putArray("operations").add("DELETE");
        listener.putObject("review").put("approval_rule", "orders-approvers").put("mode", "return");
        return Json.write(root);
    }
}
