package dev.hoop.controlplane.internal.page;

import java.util.List;
import java.util.Optional;

/**
 * The reviews that wait.
 *
 * @param onlyMine whether those are left out that this person may not decide
 * @param notice what came of closing many; empty when nothing was closed
 * @param older the link to the next page
 */
public record QueueView(List<ReviewRow> rows, int waiting, boolean onlyMine, String notice, Optional<String> older) {

    public QueueView {
        rows = List.copyOf(rows);
    }
}
