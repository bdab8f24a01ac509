package dev.hoop.proto.http.internal.h2;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.proto.http.internal.session.Http1Session;
import dev.hoop.proto.http.internal.session.HttpLane;
import java.util.List;

/** Finds out which version of HTTP a connection speaks. */
public final class HttpFront {

    private static final String H2 = "h2";

    /** What is offered by ALPN, the preferred one first. */
    public static final List<String> ALPN_PROTOCOLS = List.of(H2, "http/1.1");

    private HttpFront() {}

    /** The session of a new connection: by ALPN where TLS agreed on something, else by the first bytes. */
    public static ProtocolSession open(HttpLane lane, Downstream downstream) {
        if (downstream.alpn().isEmpty()) {
            return new DetectingSession(lane, downstream);
        }
        return downstream.alpn().get().equals(H2)
                ? new Http2Session(lane, downstream)
                : new Http1Session(lane, downstream);
    }
}
