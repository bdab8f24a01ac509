package dev.hoop.controlplane.internal.page;

import java.util.List;
import java.util.Optional;

/**
 * Reviews of all states, narrowed by what somebody filled in.
 *
 * @param filters what was filled in
 * @param choices what can be chosen
 * @param problem what could not be understood; empty when all was
 * @param looked how many reviews a search for text looked at without filling the page; 0 when there are no more
 * @param older the link to the next page
 */
public record HistoryView(
        Filters filters, Choices choices, List<ReviewRow> rows, String problem, int looked, Optional<String> older) {

    public HistoryView {
        rows = List.copyOf(rows);
    }

    /** The fields as they were filled in; empty where they were not. */
    public record Filters(
            String status,
            String sidecar,
            String listener,
            String rule,
            String asked,
            String decided,
            String text,
            String from,
            String until) {

        /** Whether anything was filled in. */
        public boolean isAny() {
            return !(status + sidecar + listener + rule + asked + decided + text + from + until).isEmpty();
        }

        /** How many of the fields that are folded away were filled in. */
        public boolean isNarrow() {
            return !(sidecar + listener + rule + asked + decided + from + until).isEmpty();
        }
    }

    /** What the lists offer. */
    public record Choices(List<Status> statuses, List<String> sidecars, List<String> listeners, List<String> rules) {
        public Choices {
            statuses = List.copyOf(statuses);
        }
    }

    /** A status to look for. */
    public record Status(String word, String label) {}
}
