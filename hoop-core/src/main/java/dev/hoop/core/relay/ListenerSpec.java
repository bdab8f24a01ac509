package dev.hoop.core.relay;

import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Optional;

/**
 * How one listener takes connections.
 *
 * @param name the listener's name, for messages
 * @param listen where
 * @param tls the server side of TLS where it ends here, see {@link TlsContexts#server}
 * @param maxConnections how many at once; one more is closed at once. 0 for no limit
 * @param handshakeTimeout how long a client may take for its TLS handshake, more than zero
 */
public record ListenerSpec(
        String name, Address listen, Optional<SslContext> tls, int maxConnections, Duration handshakeTimeout) {

    /** The time limit of a TLS handshake where nothing else is said. */
    public static final Duration DEFAULT_HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

    /** Plain, without a limit of connections. */
    public static ListenerSpec plain(String name, Address listen) {
        return new ListenerSpec(name, listen, Optional.empty(), 0, DEFAULT_HANDSHAKE_TIMEOUT);
    }
}
