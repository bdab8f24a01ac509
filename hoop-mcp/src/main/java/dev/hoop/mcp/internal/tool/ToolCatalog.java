package dev.hoop.mcp.internal.tool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.hoop.web.Json;
import java.util.List;
import java.util.Optional;

/**
 * The tools of a server, always in the same order.
 *
 * @param tools each with a name of its own
 */
public record ToolCatalog(List<Tool> tools) {

    public ToolCatalog {
        tools = List.copyOf(tools);
        if (tools.stream().map(tool -> tool.spec().name()).distinct().count() != tools.size()) {
            throw new IllegalArgumentException("two tools of one name");
        }
    }

    /** The tool of that name. */
    public Optional<Tool> find(String name) {
        return tools.stream().filter(tool -> tool.spec().name().equals(name)).findFirst();
    }

    /** All of them as {@code tools/list} tells them. */
    public ArrayNode definitions() {
        ArrayNode all = Json.array();
        tools.forEach(tool -> all.add(tool.spec().definition()));
        return all;
    }
}
