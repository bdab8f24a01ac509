package dev.hoop.controlplane.internal.page;

import java.util.List;
import java.util.Optional;

/**
 * The list of reviews.
 *
 * @param nothing what to say when there are no rows
 * @param older the link to the next page
 */
public record ListView(
        String heading, List<Choice> choices, List<ReviewRow> rows, String nothing, Optional<String> older) {

    /** A status to look at. */
    public record Choice(String label, String link, boolean chosen) {}
}
