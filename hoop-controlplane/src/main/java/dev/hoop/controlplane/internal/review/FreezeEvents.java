package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Tells whoever listens of freezes and of their ends, of which each is told as it stands right after it. A hint to look again,
 * as {@link ReviewEvents} are. Safe for use by many threads.
 */
public final class FreezeEvents {

    private final Audience<Freeze> audience = new Audience<>();

    /** Adds a listener, which must not block and hears of freezes on any replica. */
    public void listen(Consumer<Freeze> listener) {
        audience.listen(listener);
    }

    /** Adds a listener, which must not block and hears of freezes on this replica alone. */
    void happenedHere(Consumer<Freeze> teller) {
        audience.happenedHere(teller);
    }

    /** To be called in the transaction that freezes or unfreezes. Listeners are told when it is on disk. */
    public void publish(Handle handle, Freeze freeze) {
        Database.afterwards(handle, () -> audience.tell(freeze));
    }

    /** Tells the listeners here of what another replica did. */
    void deliver(Freeze freeze) {
        audience.deliver(freeze);
    }
}
