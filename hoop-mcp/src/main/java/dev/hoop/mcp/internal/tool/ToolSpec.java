package dev.hoop.mcp.internal.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What clients are told of a tool.
 *
 * @param name how it is called
 * @param definition the {@code Tool} of the protocol, name included; never changed after it was given here
 */
public record ToolSpec(String name, ObjectNode definition) {

    public ToolSpec {
        definition = definition.deepCopy().put("name", name);
    }

    /** A copy. */
    @Override
    public ObjectNode definition() {
        return definition.deepCopy();
    }
}
