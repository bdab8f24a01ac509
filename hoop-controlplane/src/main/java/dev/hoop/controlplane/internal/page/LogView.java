package dev.hoop.controlplane.internal.page;

import java.util.List;
import java.util.Optional;

/**
 * A page of the decision log.
 *
 * @param filters what was filled in
 * @param families what entries can be about
 * @param problem what could not be understood; empty when all was
 * @param sound whether every entry of this page fits the one before it
 * @param whole what came of checking the whole log, where that was asked for
 * @param older the link to the next page
 */
public record LogView(
        Filters filters,
        List<Family> families,
        List<Row> rows,
        String problem,
        boolean sound,
        Optional<Whole> whole,
        Optional<String> older) {

    public LogView {
        families = List.copyOf(families);
        rows = List.copyOf(rows);
    }

    /** The fields as they were filled in; empty where they were not. */
    public record Filters(String kind, String about, String who, String from, String until) {

        /** Whether anything was filled in. */
        public boolean isAny() {
            return !(kind + about + who + from + until).isEmpty();
        }
    }

    /**
     * What entries can be about.
     *
     * @param prefix how their kinds begin
     */
    public record Family(String prefix, String label) {}

    /**
     * An entry.
     *
     * @param link to what it is about, or empty
     * @param fits whether it fits the entry before it
     */
    public record Row(
            long seq,
            Moment at,
            String kind,
            String about,
            String link,
            String who,
            String email,
            String groups,
            String reason,
            String payload,
            String hash,
            boolean fits) {

        /** The beginning of the hash: enough to tell entries apart by. */
        public String shortHash() {
            return hash.substring(0, Math.min(12, hash.length()));
        }
    }

    /** What came of checking the whole log. */
    public record Whole(boolean sound, String text) {}
}
