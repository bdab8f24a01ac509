package dev.hoop.controlplane.internal.review;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Tells whoever listens. An event is a hint to look again, never an authority: two of one review may arrive in either order,
 * and one may be missed. Safe for use by many threads.
 */
public final class ReviewEvents {

    private final List<Consumer<ReviewEvent>> listeners = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<Handle, ReviewEvent>> writers = new CopyOnWriteArrayList<>();

    /** Adds a listener, which must not block; run the result to remove it. */
    public Runnable listen(Consumer<ReviewEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Adds what is written in the transaction that changes a review. What it throws undoes the change. */
    public void inTransaction(BiConsumer<Handle, ReviewEvent> writer) {
        writers.add(writer);
    }

    /** To be called for every change, in its transaction and after all else that the change writes. */
    void write(Handle handle, ReviewEvent event) {
        writers.forEach(writer -> writer.accept(handle, event));
    }

    void publish(ReviewEvent event) {
        listeners.forEach(listener -> listener.accept(event));
    }
}
