package dev.hoop.proto.http.internal.session;

import io.netty.channel.Channel;
import java.time.Duration;

/**
 * Two connections that were joined after the upstream switched protocols: bytes pass both ways untouched. Confined to the
 * loop that both share.
 */
final class Tunnel {

    private final Channel client;
    private final Channel upstream;
    private final Duration idleTimeout;
    private final Deadline idle;

    /** @param idleTimeout without a byte in either direction; zero for no limit */
    Tunnel(Channel client, Channel upstream, Duration idleTimeout) {
        this.client = client;
        this.upstream = upstream;
        this.idleTimeout = idleTimeout;
        this.idle = new Deadline(client.eventLoop(), this::close);
    }

    /** The handler for the client's connection. */
    TunnelEnd clientEnd() {
        return new TunnelEnd(this, client, upstream);
    }

    /** The handler for the upstream's connection. */
    TunnelEnd upstreamEnd() {
        return new TunnelEnd(this, upstream, client);
    }

    void touched() {
        if (!idleTimeout.isZero()) {
            idle.set(idleTimeout);
        }
    }

    void ended() {
        idle.cancel();
    }

    void close() {
        idle.cancel();
        client.close();
        upstream.close();
    }
}
