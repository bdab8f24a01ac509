package dev.hoop.core.spi;

import io.netty.channel.Channel;
import java.util.Optional;

/**
 * The client's side of a session.
 *
 * @param channel the connection
 * @param sessionId its id, unique in this process
 * @param peerAddress the client's address for records, {@code host:port} or the word {@code unix}
 * @param alpn the protocol that ALPN agreed on, where TLS ends here and one was agreed
 */
public record Downstream(Channel channel, long sessionId, String peerAddress, Optional<String> alpn) {}
