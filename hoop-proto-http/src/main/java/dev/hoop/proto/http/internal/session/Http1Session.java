package dev.hoop.proto.http.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ProtocolSession;

/** The session of a client that speaks HTTP/1. */
public final class Http1Session implements ProtocolSession {

    private final Downstream downstream;
    private final Http1Connection connection;

    /** A session that is not started yet. */
    public Http1Session(HttpLane lane, Downstream downstream) {
        this.downstream = downstream;
        this.connection = new Http1Connection(lane, ClientFacts.of(downstream));
    }

    @Override
    public void start() {
        downstream.channel().pipeline().addLast("http1", connection);
    }

    @Override
    public void drain() {
        connection.drain();
    }
}
