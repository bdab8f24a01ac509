package dev.hoop.controlplane.internal.review;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Tells whoever listens. An event is a hint to look again, never an authority: two of one review may arrive in either order,
 * and one may be missed. Safe for use by many threads.
 */
public final class ReviewEvents {

    private final List<Consumer<ReviewEvent>> listeners = new CopyOnWriteArrayList<>();

    /** Adds a listener, which must not block; run the result to remove it. */
    public Runnable listen(Consumer<ReviewEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void publish(ReviewEvent event) {
        listeners.forEach(listener -> listener.accept(event));
    }
}
