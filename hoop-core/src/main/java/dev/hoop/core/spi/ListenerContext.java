package dev.hoop.core.spi;

import dev.hoop.core.gate.Gate;
import dev.hoop.review.ReviewService;
import java.time.Duration;
import java.util.Optional;

/**
 * What a listener is made of.
 *
 * @param <C> the protocol's own configuration
 * @param name the listener's unique name
 * @param config the protocol's own block
 * @param upstream the server behind it
 * @param gate the decisions of this listener
 * @param reviews the reviews, for paths that tell their status; answers {@code NO_PLANE} where there is no plane
 * @param fingerprints marks for secrets
 * @param identityHeader the header or metadata key with the requester's identity
 * @param downstreamTls TLS towards clients, where it is configured and the protocol begins it itself
 * @param idleTimeout after how long without traffic, and without a statement in flight, a connection is closed;
 *     {@link Duration#ZERO} for never
 */
public record ListenerContext<C extends Record>(
        String name,
        C config,
        Upstream upstream,
        Gate gate,
        ReviewService reviews,
        Fingerprints fingerprints,
        Optional<String> identityHeader,
        Optional<InBandTls> downstreamTls,
        Duration idleTimeout) {}
