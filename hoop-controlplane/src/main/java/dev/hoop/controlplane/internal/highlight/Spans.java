package dev.hoop.controlplane.internal.highlight;

import java.util.ArrayList;
import java.util.List;

/** Collects the coloured parts of a text, in order and without overlap. Not safe for use by more than one thread. */
final class Spans {

    /** From the character {@code start} up to {@code end}. */
    record Span(int start, int end, Kind kind) {}

    private final List<Span> spans = new ArrayList<>();

    void add(int start, int end, Kind kind) {
        if (end > start) {
            spans.add(new Span(start, end, kind));
        }
    }

    List<Span> all() {
        return List.copyOf(spans);
    }
}
