package dev.hoop.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A path with {@code {name}} segments, each of which matches one segment that is not empty. */
final class PathTemplate {

    private final String text;
    private final List<String> segments;

    private PathTemplate(String text, List<String> segments) {
        this.text = text;
        this.segments = segments;
    }

    /** @throws IllegalArgumentException when it does not start with a slash, or uses a name twice */
    static PathTemplate parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path template starts with '/': " + text);
        }
        List<String> segments = List.of(text.substring(1).split("/", -1));
        List<String> names = new ArrayList<>();
        for (String segment : segments) {
            if (isParameter(segment)) {
                names.add(segment);
            } else if (segment.indexOf('{') >= 0 || segment.indexOf('}') >= 0) {
                throw new IllegalArgumentException("a parameter is a whole segment: " + text);
            }
        }
        if (names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException("a parameter's name is used twice: " + text);
        }
        return new PathTemplate(text, segments);
    }

    /** The parameters' values when the path matches. */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (isParameter(segment)) {
                if (path.get(i).isEmpty()) {
                    return Optional.empty();
                }
                values.put(segment.substring(1, segment.length() - 1), path.get(i));
            } else if (!segment.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    /** Whether this one is tried before the other: a literal comes before a parameter, from the left. */
    boolean isMoreSpecificThan(PathTemplate other) {
        for (int i = 0; i < Math.min(segments.size(), other.segments.size()); i++) {
            boolean mine = isParameter(segments.get(i));
            boolean theirs = isParameter(other.segments.get(i));
            if (mine != theirs) {
                return theirs;
            }
        }
        return false;
    }

    /** The same for two templates that match the same paths. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (String segment : segments) {
            shape.append('/').append(isParameter(segment) ? "{}" : segment);
        }
        return shape.toString();
    }

    private static boolean isParameter(String segment) {
        return segment.length() > 2 && segment.startsWith("{") && segment.endsWith("}");
    }

    @Override
    public String toString() {
        return text;
    }
}
