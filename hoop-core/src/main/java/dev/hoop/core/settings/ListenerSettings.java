package dev.hoop.core.settings;

import dev.hoop.config.Position;
import dev.hoop.core.guardrail.Guardrails;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.KeyFiles;
import dev.hoop.core.relay.UpstreamTls;
import java.time.Duration;
import java.util.Optional;

/**
 * One listener, checked. Its rules are compiled; its files were there when it was read.
 *
 * @param position where it is configured, for errors that come later
 * @param name unique in the configuration
 * @param protocol the id of a protocol of this build
 * @param protocolConfig the protocol's own block, of its {@code configType()}
 * @param listen where it listens; port 0 for a free one
 * @param upstream the server behind it
 * @param upstreamTls how TLS is spoken to the upstream; empty for none
 * @param downstreamTls the certificate to show to clients; empty for no TLS
 * @param identityHeader the header or metadata key that names the requester, set by an authenticating proxy in front
 * @param idleTimeout after how long without traffic a connection is closed; {@link Duration#ZERO} for never
 * @param maxConnections how many at once; 0 for no limit
 * @param guardrails its own rules, then the inherited ones
 * @param review how statements are reviewed
 */
public record ListenerSettings(
        Position position,
        String name,
        String protocol,
        Record protocolConfig,
        Address listen,
        Address upstream,
        Optional<UpstreamTls> upstreamTls,
        Optional<KeyFiles> downstreamTls,
        Optional<String> identityHeader,
        Duration idleTimeout,
        int maxConnections,
        Guardrails guardrails,
        ReviewSettings review) {}
