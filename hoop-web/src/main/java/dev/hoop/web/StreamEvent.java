package dev.hoop.web;

import java.nio.charset.StandardCharsets;

/**
 * An event as it is on the wire (WHATWG HTML, section 9.2). Made once and sent to many streams, it is in memory once, however
 * many readers leave it unread. Immutable.
 */
public final class StreamEvent {

    private final byte[] bytes;

    private StreamEvent(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * An event.
     *
     * @param event the event's name: no line break
     * @param data the data; a line break starts a further {@code data:} line
     * @throws IllegalArgumentException when the name has a line break
     */
    public static StreamEvent of(String event, String data) {
        if (event.indexOf('\n') >= 0 || event.indexOf('\r') >= 0) {
            throw new IllegalArgumentException("an event's name is one line");
        }
        StringBuilder text = new StringBuilder(event.length() + data.length() + 24);
        text.append("event: ").append(event).append('\n');
        for (String line : data.split("\r\n|\r|\n", -1)) {
            text.append("data: ").append(line).append('\n');
        }
        return new StreamEvent(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Not to be changed. */
    byte[] bytes() {
        return bytes;
    }
}
