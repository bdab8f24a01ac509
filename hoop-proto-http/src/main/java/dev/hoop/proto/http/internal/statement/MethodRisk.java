package dev.hoop.proto.http.internal.statement;

import dev.hoop.core.statement.Risk;
import dev.hoop.core.statement.Risk.Level;
import dev.hoop.core.statement.Statement;

/** What is at stake when a request runs, by what its method means (RFC 9110, section 9; RFC 5789 for {@code PATCH}). */
final class MethodRisk {

    private MethodRisk() {}

    static Risk of(Methods methods) {
        String method = methods.operation();
        if (method.equals(Statement.UNKNOWN)) {
            return new Risk(
                    Level.HIGH, "it may run as another method: it names " + String.join(", ", methods.effects()));
        }
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE" ->
                new Risk(Level.LOW, method + " reads, if the upstream keeps to what it means");
            case "POST" -> new Risk(Level.MEDIUM, "POST adds or acts, as the upstream decides");
            case "PUT" -> new Risk(Level.MEDIUM, "PUT makes or replaces what the path names");
            case "PATCH" -> new Risk(Level.MEDIUM, "PATCH changes what the path names");
            case "DELETE" -> new Risk(Level.HIGH, "DELETE removes what the path names");
            default -> new Risk(Level.HIGH, "what " + method + " does here cannot be told");
        };
    }
}
