package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import java.util.Optional;

/** A freeze, as it is shown. */
public record FreezeView(Freeze freeze, Moment started, Optional<Moment> ended) {

    /** Whether it lasts. */
    public boolean lasts() {
        return ended.isEmpty();
    }
}
