package dev.hoop.controlplane.internal.highlight;

import java.util.Set;

/** Colours a request: its line, the fields that are part of it, and a body that is JSON. */
final class HttpLexer {

    /** RFC 9110, section 9.2.1: these are safe; every other method may change something. */
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private HttpLexer() {}

    static void read(String text, Spans spans) {
        int end = endOfLine(text, 0);
        int blank = text.indexOf(' ');
        if (blank > 0 && blank < end) {
            spans.add(0, blank, SAFE.contains(text.substring(0, blank)) ? Kind.KEYWORD : Kind.CHANGE);
            target(text, blank + 1, end, spans);
        }
        int at = end + 1;
        while (at < text.length() && text.charAt(at) != '\n') {
            int stop = endOfLine(text, at);
            int colon = text.indexOf(':', at);
            if (colon > 0 && colon < stop) {
                spans.add(at, colon, Kind.NAME);
                spans.add(colon + 1, stop, Kind.STRING);
            }
            at = stop + 1;
        }
        if (at < text.length() && JsonLexer.looksLike(text, at)) {
            JsonLexer.read(text, at, spans);
        }
    }

    private static void target(String text, int from, int end, Spans spans) {
        int query = text.indexOf('?', from);
        if (query < 0 || query >= end) {
            spans.add(from, end, Kind.NAME);
            return;
        }
        spans.add(from, query, Kind.NAME);
        int at = query + 1;
        while (at < end) {
            int and = text.indexOf('&', at);
            int stop = and < 0 || and > end ? end : and;
            int equals = text.indexOf('=', at);
            if (equals < 0 || equals >= stop) {
                spans.add(at, stop, Kind.PARAMETER);
            } else {
                spans.add(at, equals, Kind.PARAMETER);
                spans.add(equals + 1, stop, Kind.STRING);
            }
            at = stop + 1;
        }
    }

    static int endOfLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
