package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.Database;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whoever listens. An event is a hint to look again, never an authority: two of one review may arrive in either order,
 * and one may be missed. Safe for use by many threads.
 */
public final class ReviewEvents {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewEvents.class);

    private final Audience<ReviewEvent> audience = new Audience<>();
    private final List<BiConsumer<Handle, ReviewEvent>> writers = new CopyOnWriteArrayList<>();
    private final List<BooleanSupplier> filings = new CopyOnWriteArrayList<>();

    /** Adds a listener, which must not block and hears what happens on any replica; run the result to remove it. */
    public Runnable listen(Consumer<ReviewEvent> listener) {
        return listen(listener, () -> true);
    }

    /** The same for one that wants to hear of filings on other replicas only at times. */
    public Runnable listen(Consumer<ReviewEvent> listener, BooleanSupplier wantsFilings) {
        filings.add(wantsFilings);
        Runnable end = audience.listen(listener);
        return () -> {
            end.run();
            filings.remove(wantsFilings);
        };
    }

    /** Whether anybody here wants to hear that a review was filed on another replica. */
    boolean wantsFilings() {
        return filings.stream().anyMatch(BooleanSupplier::getAsBoolean);
    }

    /** Adds a listener, which must not block and hears what happens on this replica alone. */
    void happenedHere(Consumer<ReviewEvent> teller) {
        audience.happenedHere(teller);
    }

    /**
     * Adds what is written in the transaction that changes a review, where it is changed, on one replica alone. What it
     * throws undoes the change.
     */
    public void inTransaction(BiConsumer<Handle, ReviewEvent> writer) {
        writers.add(writer);
    }

    /**
     * To be called for every change, in its transaction and after all else that the change writes but the decision log.
     * Listeners are told when the transaction is on disk.
     */
    void publish(Handle handle, ReviewEvent event) {
        writers.forEach(writer -> writer.accept(handle, event));
        Database.afterwards(handle, () -> {
            LOG.info(
                    "event=plane.review.{} review={} status={} sidecar={}",
                    event.kind().word(),
                    event.review().id(),
                    event.review().status(),
                    event.review().sidecar());
            audience.tell(event);
        });
    }

    /** Tells the listeners here of what happened, here or on another replica. It has happened, whatever becomes of that. */
    void deliver(ReviewEvent event) {
        audience.deliver(event);
    }
}
