package dev.hoop.controlplane.internal.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.web.Json;
import java.util.HashSet;
import java.util.Set;

/** Which approval rules a sidecar's configuration document lets a listener ask for. */
final class ListenerRules {

    private ListenerRules() {}

    /**
     * Whether the listener names the rule: anywhere in its own block, or in a block that all listeners inherit.
     *
     * @param document the configuration, a JSON object
     */
    static boolean allow(String document, String listener, String rule) {
        JsonNode root = Json.read(document);
        Set<String> inherited = new HashSet<>();
        root.properties().forEach(entry -> {
            if (!entry.getKey().equals("listeners")) {
                collect(entry.getValue(), inherited);
            }
        });
        for (JsonNode block : root.path("listeners")) {
            if (block.path("name").asText().equals(listener)) {
                Set<String> named = new HashSet<>(inherited);
                collect(block, named);
                return named.contains(rule);
            }
        }
        return false;
    }

    private static void collect(JsonNode node, Set<String> rules) {
        JsonNode rule = node.path("approval_rule");
        if (rule.isTextual()) {
            rules.add(rule.asText());
        }
        node.forEach(child -> collect(child, rules));
    }
}
