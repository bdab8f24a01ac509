package dev.hoop.sidecar.reviews;

import java.util.Optional;

/** Puts the lines of a stream of server-sent events together (WHATWG HTML, section 9.2.6). Confined to its reader. */
final class EventLines {

    /** One event. */
    record Event(String name, String data) {}

    private String name = "message";
    private final StringBuilder data = new StringBuilder();

    /** Takes the next line without its end; the event is complete at an empty one. */
    Optional<Event> take(String line) {
        if (line.isEmpty()) {
            Event event = new Event(name, data.toString());
            boolean empty = data.length() == 0;
            name = "message";
            data.setLength(0);
            return empty ? Optional.empty() : Optional.of(event);
        }
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1);
        if (value.startsWith(" ")) {
            value = value.substring(1);
        }
        if (field.equals("event")) {
            name = value;
        } else if (field.equals("data")) {
            data.append(data.length() == 0 ? "" : "\n").append(value);
        }
        return Optional.empty();
    }
}
