package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewFailure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a sidecar runs from. What the plane keeps wins; an empty plane is given the file's; a plane that cannot be
 * reached costs reviews and nothing else, so a file with listeners runs without it. An answer that says "no" (a token that
 * is not accepted, another kind of server) stops the start, since waiting would not mend it.
 */
final class StartSequence {

    private static final Logger LOG = LoggerFactory.getLogger(StartSequence.class);

    private final Handshake handshake;

    StartSequence(Handshake handshake) {
        this.handshake = handshake;
    }

    /** Blocks for at most three calls. */
    StartConfiguration run(Optional<ConfigDocument> file) throws PlaneStartException, InterruptedException {
        Optional<ConfigDocument> kept;
        try {
            kept = await(handshake.shake());
        } catch (ReviewFailure e) {
            return withoutPlane(file, e);
        }
        if (kept.isPresent()) {
            return new StartConfiguration.FromPlane(kept.get());
        }
        ConfigDocument document = file.orElseThrow(() -> new PlaneStartException(
                "the control plane keeps no configuration for this sidecar, and there is no configuration file with"
                        + " listeners to give it; add listeners to the file or store a configuration in the plane"));
        return seed(document);
    }

    private StartConfiguration seed(ConfigDocument document) throws PlaneStartException, InterruptedException {
        try {
            boolean taken = await(handshake.seed(document));
            LOG.info("event=plane_seeded taken={}", taken);
            Optional<ConfigDocument> kept = await(handshake.shake());
            if (kept.isPresent()) {
                return new StartConfiguration.FromPlane(kept.get());
            }
            return new StartConfiguration.FromFile(StartConfiguration.Why.SEEDED);
        } catch (ReviewFailure e) {
            return withoutPlane(Optional.of(document), e);
        }
    }

    private static StartConfiguration withoutPlane(Optional<ConfigDocument> file, ReviewFailure failure)
            throws PlaneStartException {
        if (!failure.kind().mayPass() || file.isEmpty()) {
            throw new PlaneStartException(Handshake.startProblem(failure), failure);
        }
        LOG.warn(
                "event=plane_unreachable_at_start configuration=file reviews=refused why=\"{}\"", failure.getMessage());
        return new StartConfiguration.FromFile(StartConfiguration.Why.PLANE_UNREACHABLE);
    }

    private static <T> T await(CompletableFuture<T> future) throws ReviewFailure, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ReviewFailure failure) {
                throw failure;
            }
            throw new IllegalStateException("calls to the plane fail with ReviewFailure only", e);
        }
    }
}
