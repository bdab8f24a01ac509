package dev.hoop.web;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A complete request. Immutable. */
public final class WebRequest {

    private final String method;
    private final RequestTarget target;
    private final Map<String, String> pathParameters;
    private final Map<String, List<String>> headers;
    private final byte[] body;
    private final SocketAddress peer;

    WebRequest(
            String method,
            RequestTarget target,
            Map<String, String> pathParameters,
            Map<String, List<String>> headers,
            byte[] body,
            SocketAddress peer) {
        this.method = method;
        this.target = target;
        this.pathParameters = pathParameters;
        this.headers = headers;
        this.body = body;
        this.peer = peer;
    }

    /** The method as sent, {@code HEAD} included. */
    public String method() {
        return method;
    }

    /** The path as sent, still percent-encoded. */
    public String path() {
        return target.path();
    }

    /** The query as sent, without the question mark; empty when there is none. */
    public String rawQuery() {
        return target.query();
    }

    /**
     * The value of a {@code {name}} in the route's template, percent-decoded. Never empty.
     *
     * @throws IllegalArgumentException when the template has no such name
     */
    public String pathParameter(String name) {
        String value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route's template has no {" + name + "}");
        }
        return value;
    }

    /**
     * A query parameter's value, decoded.
     *
     * @throws WebFailure 400 when it is given more than once
     */
    public Optional<String> query(String name) {
        return single(UrlEncoded.pairs(target.query()), name);
    }

    /**
     * A header field's value; empty when absent or given more than once, since two values have no one meaning.
     *
     * @param name in any case
     */
    public Optional<String> header(String name) {
        List<String> values = headers(name);
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    /** All values of a header field, in order. */
    public List<String> headers(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The body's bytes; a copy. */
    public byte[] body() {
        return body.clone();
    }

    /** The body's size in bytes. */
    public int bodyLength() {
        return body.length;
    }

    /**
     * The body as JSON.
     *
     * @throws WebFailure 415 when the request names another media type, 400 when the body is not one JSON document
     */
    public JsonNode json() {
        requireMediaType("application/json");
        return Json.read(body);
    }

    /**
     * The body as JSON, whatever media type it names: {@code curl -d} says it sends a form. For calls that no page of
     * another site can make, because they need a header that it cannot set.
     *
     * @throws WebFailure 400 when the body is not one JSON document
     */
    public JsonNode jsonOfAnyType() {
        return Json.read(body);
    }

    /**
     * The field of a form ({@code application/x-www-form-urlencoded}); empty when absent.
     *
     * @throws WebFailure 415 for another media type, 400 for a malformed form or a field given more than once
     */
    public Optional<String> form(String name) {
        requireMediaType("application/x-www-form-urlencoded");
        return single(UrlEncoded.pairs(new String(body, StandardCharsets.US_ASCII)), name);
    }

    /**
     * All values of a form's field, in order, as of check boxes that share a name.
     *
     * @throws WebFailure 415 for another media type, 400 for a malformed form
     */
    public List<String> formValues(String name) {
        requireMediaType("application/x-www-form-urlencoded");
        return List.copyOf(
                UrlEncoded.pairs(new String(body, StandardCharsets.US_ASCII)).getOrDefault(name, List.of()));
    }

    /** The other end of the connection. */
    public SocketAddress peer() {
        return peer;
    }

    private void requireMediaType(String type) {
        // A simple client may leave the type out; a wrong one is a mistake, or a form that poses as an API call.
        for (String value : headers("content-type")) {
            String given = value.split(";", 2)[0].strip();
            if (!given.equalsIgnoreCase(type)) {
                throw new WebFailure(415, "send the body as " + type);
            }
        }
    }

    private static Optional<String> single(Map<String, List<String>> pairs, String name) {
        List<String> values = pairs.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new WebFailure(400, "'" + name + "' is given more than once");
        }
        return values.stream().findFirst();
    }
}
