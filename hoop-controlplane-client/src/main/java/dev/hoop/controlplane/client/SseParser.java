package dev.hoop.controlplane.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads server-sent events (WHATWG HTML, section 9.2.6) from bytes as they come, with a bound on what it keeps. It differs
 * in one point: an event with a name and no data counts.
 */
final class SseParser {

    /** Receives events in order. */
    @FunctionalInterface
    interface Events {
        void event(String name, String data) throws IOException;
    }

    /** The other side sends more than an event may have. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(String what, int limit) {
            super(what + " of the stream is longer than " + limit + " bytes");
        }
    }

    private static final String DEFAULT_NAME = "message";
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final int mostLine;
    private final int mostData;
    private final Events events;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private String name = "";
    private boolean hasData;
    private boolean afterCarriageReturn;
    private boolean firstLine = true;

    /**
     * @param mostLine the longest line in bytes
     * @param mostData the longest data of one event in characters
     */
    SseParser(int mostLine, int mostData, Events events) {
        this.mostLine = mostLine;
        this.mostData = mostData;
        this.events = events;
    }

    /** @throws IOException when a bound is crossed, or from the receiver; the parser is of no use then */
    void feed(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            boolean secondHalf = afterCarriageReturn && next == '\n';
            afterCarriageReturn = next == '\r';
            if (secondHalf) {
                continue;
            }
            if (next == '\n' || next == '\r') {
                String text = line.toString(StandardCharsets.UTF_8);
                line.reset();
                line(firstLine && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text);
                firstLine = false;
            } else if (line.size() == mostLine) {
                throw new TooLarge("a line", mostLine);
            } else {
                line.write(next);
            }
        }
    }

    private void line(String text) throws IOException {
        if (text.isEmpty()) {
            dispatch();
            return;
        }
        int colon = text.indexOf(':');
        if (colon == 0) {
            return;
        }
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        value = value.startsWith(" ") ? value.substring(1) : value;
        if (field.equals("event")) {
            name = value;
        } else if (field.equals("data")) {
            addData(value);
        }
    }

    private void addData(String value) throws TooLarge {
        if (data.length() + value.length() >= mostData) {
            throw new TooLarge("an event", mostData);
        }
        if (hasData) {
            data.append('\n');
        }
        data.append(value);
        hasData = true;
    }

    private void dispatch() throws IOException {
        String eventName = name;
        String eventData = data.toString();
        boolean any = hasData || !name.isEmpty();
        name = "";
        data.setLength(0);
        hasData = false;
        if (any) {
            events.event(eventName.isEmpty() ? DEFAULT_NAME : eventName, eventData);
        }
    }
}
