package dev.hoop.proto.http.internal.rule;

import dev.hoop.proto.http.internal.statement.HttpStatement;
import dev.hoop.proto.http.internal.target.PathPattern;
import dev.hoop.proto.http.internal.target.PathReadings;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which requests a rule is about: any reading of the path matches any pattern, and any method that the request names is
 * among the methods. What is empty matches everything. Immutable.
 */
record ResourceScope(List<PathPattern> resources, Set<String> methods) {

    /**
     * Reads a scope.
     *
     * @throws IllegalArgumentException when a pattern or a method can never match
     */
    static ResourceScope parse(List<String> resources, List<String> methods) {
        return new ResourceScope(
                resources.stream().map(PathPattern::parse).toList(),
                methods.stream().map(ResourceScope::method).collect(Collectors.toUnmodifiableSet()));
    }

    private static String method(String text) {
        boolean token = !text.isEmpty()
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
        if (!token) {
            throw new IllegalArgumentException("'" + text + "' is no HTTP method; write one such as DELETE");
        }
        return text.toUpperCase(Locale.ROOT);
    }

    boolean matches(HttpStatement statement) {
        return methodMatches(statement)
                && resourceMatches(statement.head().target().readings());
    }

    private boolean methodMatches(HttpStatement statement) {
        if (methods.isEmpty()) {
            return true;
        }
        for (String effect : statement.effects()) {
            if (methods.contains(effect)) {
                return true;
            }
        }
        return false;
    }

    private boolean resourceMatches(PathReadings readings) {
        for (PathPattern resource : resources) {
            if (readings.anyMatch(resource)) {
                return true;
            }
        }
        return resources.isEmpty();
    }
}
