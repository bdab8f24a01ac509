package dev.hoop.controlplane;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the running parts of a plane end: the one that was started last goes first. Confined to one thread at a time. */
final class Parts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final Deque<Runnable> endings = new ArrayDeque<>();

    /** Notes how a part ends that was started now. */
    void add(Runnable ending) {
        endings.push(ending);
    }

    /** Ends all that were added; one that fails to does not keep the others. */
    @Override
    public void close() {
        while (!endings.isEmpty()) {
            try {
                endings.pop().run();
            } catch (RuntimeException e) {
                LOG.warn("event=plane.part.end_failed", e);
            }
        }
    }
}
