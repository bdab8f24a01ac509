package dev.hoop.proto.http.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ProtocolSession;

/** Makes the session of a new connection, by the version of HTTP that it speaks. */
@FunctionalInterface
public interface SessionOpener {

    /** A session that is not started yet. */
    ProtocolSession open(HttpLane lane, Downstream downstream);
}
