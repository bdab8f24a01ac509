package dev.hoop.core.spi;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.Optional;

/** The server behind a listener. Safe for use from any event loop. */
public interface Upstream {

    /** Where it is, for records and the {@code Host} of requests that name none: {@code host:port}. */
    String address();

    /**
     * Dials it, TLS included where configured, within the dial's time limit.
     *
     * @param loop the loop that will serve the connection: the session's own
     * @param initializer added to the pipeline behind the TLS handler, before the connection is made
     * @return done when the connection (and its TLS handshake) is; the channel is the caller's to close. It is opened
     *     with auto-read on
     */
    Future<Channel> dial(EventLoop loop, ChannelHandler initializer);

    /**
     * TLS towards it, where it is configured and the protocol begins it itself: {@link #dial} then opens a plain
     * connection, and the session must not say anything but the protocol's request for TLS before it has it.
     */
    default Optional<InBandTls> inBandTls() {
        return Optional.empty();
    }
}
