package dev.hoop.web;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An answer. Immutable.
 *
 * <p>The server adds {@code Content-Length}, {@code Date}, {@code Connection}, {@code X-Content-Type-Options} and, where the
 * answer has none, a {@code Content-Security-Policy} that lets nothing load; a body of an answer to {@code HEAD} is dropped.
 */
public final class WebResponse {

    /** One header field. */
    public record Field(String name, String value) {}

    /** What follows the head. */
    sealed interface Body {
        /** All of it is known. */
        record Complete(byte[] bytes) implements Body {
            @Override
            public boolean equals(Object other) {
                return this == other;
            }

            @Override
            public int hashCode() {
                return System.identityHashCode(this);
            }
        }

        /** Server-sent events, until either side ends. */
        record Events(Optional<StreamOwner> owner, Consumer<EventStream> start) implements Body {}
    }

    private final int status;
    private final List<Field> fields;
    private final Body body;

    private WebResponse(int status, List<Field> fields, Body body) {
        this.status = status;
        this.fields = List.copyOf(fields);
        this.body = body;
    }

    /** An answer with a body of the given media type. */
    public static WebResponse of(int status, String contentType, byte[] body) {
        return new WebResponse(
                status, List.of(new Field("content-type", contentType)), new Body.Complete(body.clone()));
    }

    /** An answer in plain text, UTF-8. */
    public static WebResponse text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** A page, UTF-8, with the headers of {@link PageHeaders}. */
    public static WebResponse page(int status, String html) {
        return PageHeaders.on(of(status, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8)));
    }

    /** An answer without a body. */
    public static WebResponse empty(int status) {
        return new WebResponse(status, List.of(), new Body.Complete(new byte[0]));
    }

    /** 303: go and {@code GET} that. */
    public static WebResponse seeOther(String location) {
        return empty(303).with("location", location).with("cache-control", "no-store");
    }

    /**
     * 200 and a stream of server-sent events.
     *
     * @param start called once on the event loop when the head has been written; must not block. It may keep the stream
     *     and send from any thread
     */
    public static WebResponse events(Consumer<EventStream> start) {
        return events(Optional.empty(), start);
    }

    /** The same, or 429 where its owner has as many open as they may. A place is free again when its stream has ended. */
    public static WebResponse events(StreamOwner owner, Consumer<EventStream> start) {
        return events(Optional.of(owner), start);
    }

    private static WebResponse events(Optional<StreamOwner> owner, Consumer<EventStream> start) {
        return new WebResponse(
                200,
                List.of(
                        new Field("content-type", "text/event-stream"),
                        new Field("cache-control", "no-store"),
                        // Asks a buffering proxy in front to pass events on at once.
                        new Field("x-accel-buffering", "no")),
                new Body.Events(owner, start));
    }

    /** The same answer with one more header field. */
    public WebResponse with(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f) {
                throw new IllegalArgumentException("a control character in the header field " + name);
            }
        }
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new WebResponse(status, more, body);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The header fields in order, without those that the server adds. */
    public List<Field> fields() {
        return fields;
    }

    WebResponse withoutBody() {
        return new WebResponse(status, fields, new Body.Complete(new byte[0]));
    }

    Body body() {
        return body;
    }
}
