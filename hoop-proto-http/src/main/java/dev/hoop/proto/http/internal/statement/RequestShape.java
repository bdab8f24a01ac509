package dev.hoop.proto.http.internal.statement;

import dev.hoop.proto.http.internal.message.RequestHead;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A request without its values: {@code DELETE /v1/invoices/*?force&reason}. The method, the path with {@code *} for what looks
 * like a number or an id, and the names of the query's parameters in order. For people: nothing is decided by it.
 */
final class RequestShape {

    private static final String ANY = "*";

    /** The version of an API, which is part of what is asked. */
    private static final Pattern VERSION = Pattern.compile("[vV][0-9]{1,3}");

    /**
     * Digits alone; hexadecimal digits in groups, as UUIDs and digests are; anything with a digit that is long, has several
     * of them, or is percent-encoded; an address.
     */
    private static final Pattern ID = Pattern.compile("[0-9.,:+-]*[0-9][0-9.,:+-]*"
            + "|(?=.*[0-9])[0-9a-fA-F-]{8,}"
            + "|(?=.*[0-9]).{16,}"
            + "|(?=(?:[^0-9]*[0-9]){3}).*"
            + "|.*(?:@|%40).*");

    private RequestShape() {}

    static String of(RequestHead head, List<String> overrides) {
        StringBuilder shape = new StringBuilder(head.method()).append(' ');
        path(head.target().forwardedPath(), shape);
        head.target().query().ifPresent(query -> keys(query, shape));
        if (!overrides.isEmpty()) {
            shape.append(" (").append(String.join(", ", overrides)).append(')');
        }
        return shape.toString();
    }

    private static void path(String path, StringBuilder shape) {
        int from = 0;
        while (from <= path.length()) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            // What follows a semicolon is a parameter of the segment, such as a session's id.
            int semicolon = path.indexOf(';', from);
            int named = semicolon < 0 || semicolon > end ? end : semicolon;
            shape.append(part(path.substring(from, named)));
            if (named < end) {
                shape.append(';').append(ANY);
            }
            if (slash >= 0) {
                shape.append('/');
            }
            from = end + 1;
        }
    }

    private static void keys(String query, StringBuilder shape) {
        TreeSet<String> keys = new TreeSet<>();
        for (String pair : query.split("[&;]", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (!key.isEmpty()) {
                keys.add(part(key));
            }
        }
        if (!keys.isEmpty()) {
            shape.append('?').append(String.join("&", keys));
        }
    }

    private static String part(String text) {
        return !VERSION.matcher(text).matches() && ID.matcher(text).matches() ? ANY : text;
    }
}
