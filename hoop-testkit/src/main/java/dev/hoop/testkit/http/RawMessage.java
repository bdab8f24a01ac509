package dev.hoop.testkit.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * One HTTP/1 message as it was seen on the wire. Text is ISO-8859-1: one character for each byte.
 *
 * @param startLine the request or status line
 * @param fields the field lines in their order, as {@code Name: value}
 * @param body the body without its framing
 * @param trailers the trailer lines in their order
 * @param complete whether the framing said that the body ended; false when the connection ended first
 */
public record RawMessage(String startLine, List<String> fields, String body, List<String> trailers, boolean complete) {

    /** The second word of the start line: a response's status, a request's target. */
    public String secondWord() {
        return startLine.split(" ", 3)[1];
    }

    /** The status of a response. */
    public int status() {
        return Integer.parseInt(secondWord());
    }

    /** The first field of that name, in any case. */
    public Optional<String> field(String name) {
        return fields(name).stream().findFirst();
    }

    /** Every field of that name, in any case, in order. */
    public List<String> fields(String name) {
        return fields.stream()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .toList();
    }

    /** The first word of the start line: a request's method. */
    public String method() {
        return startLine.split(" ", 2)[0];
    }

    /** The body, read as UTF-8. */
    public String text() {
        return new String(body.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    RawMessage with(String newBody, List<String> newTrailers, boolean isComplete) {
        return new RawMessage(startLine, fields, newBody, newTrailers, isComplete);
    }
}
