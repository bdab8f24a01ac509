package dev.hoop.sidecar.dev;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of a sidecar in front of {@link SampleOrders} and, where there is one, of a database with a
 * {@link SampleShop}: deleting needs a person.
 *
 * @param audit the audit file
 * @param mcpPort the MCP server's port, 0 for a free one
 * @param service the lane to the service
 * @param database the lane to the database
 */
record SampleConfig(Path audit, int mcpPort, Lane service, Optional<Lane> database) {

    /** What the two listeners are called. */
    static final String SERVICE = "orders";

    static final String DATABASE = "shop";

    private static final String APPROVAL_RULE = "orders-approvers";

    /**
     * Where a listener listens, and what is behind it.
     *
     * @param listenPort the listener's port, 0 for a free one
     * @param upstreamPort the sample's port
     */
    record Lane(int listenPort, int upstreamPort) {}

    /** Without a database. */
    static SampleConfig of(Path audit, Lane service) {
        return new SampleConfig(audit, 0, service, Optional.empty());
    }

    String json() {
        ObjectNode root = Json.object().put("log_level", "warn");
        root.putObject("admin").put("listen", "127.0.0.1:0");
        root.putObject("mcp").put("listen", "127.0.0.1:" + mcpPort);
        root.putObject("audit").put("file", audit.toString());
        ArrayNode listeners = root.putArray("listeners");
        ArrayNode rules = listener(listeners, SERVICE, "http", "return", service);
        rule(rules, "deletions-need-a-person", List.of("DELETE")).put("action", "require_review");
        database.ifPresent(lane -> database(listeners, lane));
        return Json.write(root);
    }

    private static void database(ArrayNode listeners, Lane lane) {
        ArrayNode rules = listener(listeners, DATABASE, "postgres", "hold", lane);
        rule(rules, "tables-stay", List.of("drop", "truncate", "alter"))
                .put("message", "tables are not changed through this listener");
        // What cannot be told could be a deletion.
        rule(rules, "deletions-need-a-person", List.of("delete", "unknown")).put("action", "require_review");
    }

    /** Adds a listener; its rules, to be filled. */
    private static ArrayNode listener(ArrayNode all, String name, String protocol, String mode, Lane lane) {
        ObjectNode listener = all.addObject()
                .put("name", name)
                .put("protocol", protocol)
                .put("listen", "127.0.0.1:" + lane.listenPort())
                .put("upstream", "127.0.0.1:" + lane.upstreamPort());
        ArrayNode rules = listener.putObject("guardrails").putArray("rules");
        listener.putObject("review").put("approval_rule", APPROVAL_RULE).put("mode", mode);
        return rules;
    }

    private static ObjectNode rule(ArrayNode rules, String name, List<String> operations) {
        ObjectNode rule = rules.addObject().put("name", name).put("type", "operation");
        ArrayNode list = rule.putArray("operations");
        operations.forEach(list::add);
        return rule;
    }
}
