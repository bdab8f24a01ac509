package dev.hoop.mcp.internal.tool;

/** Arguments that a tool cannot use. The message goes to the model, which can mend them. */
public final class ArgumentProblem extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ArgumentProblem(String message) {
        super(message, null, false, false);
    }

    /** As the tool's answer. */
    public ToolResult toResult() {
        return ToolResult.error(String.valueOf(getMessage()));
    }
}
