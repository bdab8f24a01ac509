package dev.hoop.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A request target (RFC 9112, section 3.2) that this server can answer.
 *
 * @param path starts with a slash, still percent-encoded
 * @param segments the path's segments, decoded
 * @param query without the question mark; empty when absent
 */
record RequestTarget(String path, List<String> segments, String query) {

    RequestTarget {
        segments = List.copyOf(segments);
    }

    /**
     * Reads a target.
     *
     * @param host the request's {@code Host}, which an absolute form has to agree with
     * @throws WebFailure 400 when it is not well formed
     */
    static RequestTarget parse(String target, Optional<String> host) {
        String origin = originForm(target, host);
        if (origin.indexOf('#') >= 0) {
            throw new WebFailure(400, "a request target has no fragment");
        }
        int question = origin.indexOf('?');
        String path = question < 0 ? origin : origin.substring(0, question);
        String query = question < 0 ? "" : origin.substring(question + 1);
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            String decoded = UrlEncoded.decode(segment, false);
            if (decoded.chars().anyMatch(Character::isISOControl)) {
                throw new WebFailure(400, "a control character in the path");
            }
            segments.add(decoded);
        }
        return new RequestTarget(path, segments, query);
    }

    private static String originForm(String target, Optional<String> host) {
        if (target.startsWith("/")) {
            return target;
        }
        int scheme = target.indexOf("://");
        String name = scheme < 0 ? "" : target.substring(0, scheme).toLowerCase(Locale.ROOT);
        if (!name.equals("http") && !name.equals("https")) {
            throw new WebFailure(400, "the request target is not a path");
        }
        int start = scheme + 3;
        int end = start;
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        String authority = target.substring(start, end);
        if (host.isEmpty() || !authority.equalsIgnoreCase(host.get())) {
            throw new WebFailure(400, "the request target and Host disagree");
        }
        String rest = target.substring(end);
        return rest.startsWith("/") ? rest : "/" + rest;
    }
}
