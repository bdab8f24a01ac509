package dev.hoop.mcp.internal.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The arguments of a call. */
public final class Arguments {

    private final ObjectNode given;

    public Arguments(ObjectNode given) {
        this.given = given;
    }

    /** @throws ArgumentProblem when there are others than these */
    public void checkOnly(List<String> known) {
        for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
            if (!known.contains(names.next())) {
                throw new ArgumentProblem("This tool has no such argument. It takes: " + String.join(", ", known));
            }
        }
    }

    /**
     * A text; empty when it is left out or null.
     *
     * @throws ArgumentProblem when it is no text
     */
    public Optional<String> text(String name) {
        JsonNode value = given.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw new ArgumentProblem("`" + name + "` must be a string");
        }
        return Optional.of(value.textValue());
    }

    /**
     * A whole number, moved to the nearest bound when it is beyond one.
     *
     * @throws ArgumentProblem when it is no whole number
     */
    public int clamped(String name, int otherwise, int least, int most) {
        JsonNode value = given.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        double number = value.doubleValue();
        if (!value.isNumber() || number != Math.rint(number)) {
            throw new ArgumentProblem("`" + name + "` must be a whole number from " + least + " to " + most);
        }
        return (int) Math.max(least, Math.min(most, number));
    }
}
