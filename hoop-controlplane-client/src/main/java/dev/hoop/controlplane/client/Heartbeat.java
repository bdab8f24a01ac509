package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats the handshake so that the plane sees the sidecar alive, and tells when the plane keeps another configuration
 * than before. A missed beat changes nothing.
 */
final class Heartbeat {

    /** The plane takes a sidecar for gone after a few of these; spread so that sidecars do not beat in step. */
    static final Duration SHORTEST = Duration.ofSeconds(48);

    static final Duration LONGEST = Duration.ofSeconds(72);

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    private final Handshake handshake;
    private final PlaneThreads threads;
    private final Duration shortest;
    private final Duration longest;
    private final Consumer<ConfigDocument> changed;

    /** Touched by one beat after the other only. */
    private Optional<ConfigDocument> known;

    private Optional<ReviewFailure.Kind> trouble = Optional.empty();

    /**
     * @param known the configuration that the sidecar runs from, where it came from the plane
     * @param changed called with a configuration that differs from the one known before
     */
    Heartbeat(
            Handshake handshake,
            PlaneThreads threads,
            Duration shortest,
            Duration longest,
            Optional<ConfigDocument> known,
            Consumer<ConfigDocument> changed) {
        this.handshake = handshake;
        this.threads = threads;
        this.shortest = shortest;
        this.longest = longest;
        this.known = known;
        this.changed = changed;
    }

    /** Plans the next beat. */
    void plan() {
        try {
            threads.after(Jitter.between(shortest, longest), this::beat);
        } catch (RejectedExecutionException e) {
            LOG.debug("event=heartbeat_ended");
        }
    }

    private void beat() {
        handshake.shake().whenComplete((document, failure) -> {
            plan();
            note(failure);
            if (failure == null) {
                document.filter(now -> !known.equals(Optional.of(now))).ifPresent(now -> {
                    known = document;
                    LOG.info("event=plane_configuration_changed");
                    changed.accept(now);
                });
            }
        });
    }

    /** That the plane is out of reach is logged elsewhere; that it says no is worth one line when it begins. */
    private void note(@Nullable Throwable failure) {
        Optional<ReviewFailure.Kind> now =
                failure instanceof ReviewFailure known ? Optional.of(known.kind()) : Optional.empty();
        boolean news = !now.equals(trouble);
        trouble = now;
        if (news && failure != null && !now.equals(Optional.of(ReviewFailure.Kind.UNREACHABLE))) {
            LOG.warn("event=heartbeat_refused why=\"{}\"", failure.getMessage());
        }
    }
}
