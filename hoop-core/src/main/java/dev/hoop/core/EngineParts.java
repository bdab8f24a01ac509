package dev.hoop.core;

import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.review.ReviewService;
import java.util.List;

/**
 * What an engine works with and does not own: whoever made these closes them, after the engine.
 *
 * @param factories the protocols, see {@link ListenerFactories#load}
 * @param transport event loops and sockets
 * @param reviews where reviews are filed; one that answers {@code NO_PLANE} where there is no plane
 * @param trail the audit trail
 * @param fingerprints marks for secrets
 */
public record EngineParts(
        List<ListenerFactory<?>> factories,
        Transport transport,
        ReviewService reviews,
        AuditTrail trail,
        Fingerprints fingerprints) {

    public EngineParts {
        factories = List.copyOf(factories);
    }
}
