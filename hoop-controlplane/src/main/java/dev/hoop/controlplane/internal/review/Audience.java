package dev.hoop.controlplane.internal.review;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who hears of what happened: some of what happens on any replica, some of what happens here alone. Safe for use by many threads. */
final class Audience<E> {

    private static final Logger LOG = LoggerFactory.getLogger(Audience.class);

    private final List<Consumer<E>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<E>> tellers = new CopyOnWriteArrayList<>();

    /** Adds a listener, which must not block and hears what happens on any replica; run the result to remove it. */
    Runnable listen(Consumer<E> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Adds a listener, which must not block and hears what happens on this replica alone. */
    void happenedHere(Consumer<E> teller) {
        tellers.add(teller);
    }

    /** Tells all of what happened here and is on disk. */
    void tell(E event) {
        tellers.forEach(teller -> teller.accept(event));
        deliver(event);
    }

    /** Tells the listeners here of what happened, here or on another replica. It has happened, whatever becomes of that. */
    void deliver(E event) {
        for (Consumer<E> listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException e) {
                LOG.error("event=plane.event.untold kind={}", event.getClass().getSimpleName(), e);
            }
        }
    }
}
