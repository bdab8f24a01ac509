package dev.hoop.examples.lines;

import dev.hoop.core.statement.Statement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One command.
 *
 * @param line the command as the client wrote it, without its line end
 */
record LineStatement(String line) implements Statement {

    /** The commands whose effect is known; anything else is {@link Statement#UNKNOWN}. */
    static final List<String> OPERATIONS = List.of("GET", "SET", "DEL");

    @Override
    public String protocol() {
        return "lines";
    }

    @Override
    public String operation() {
        int space = line.indexOf(' ');
        String word = (space < 0 ? line : line.substring(0, space)).toUpperCase(Locale.ROOT);
        return OPERATIONS.contains(word) ? word : UNKNOWN;
    }

    @Override
    public Set<String> effects() {
        String operation = operation();
        return operation.equals(UNKNOWN) ? Set.of() : Set.of(operation);
    }

    @Override
    public List<String> readings() {
        return List.of(line);
    }

    @Override
    public byte[] payload() {
        return line.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String summary() {
        return line;
    }
}
