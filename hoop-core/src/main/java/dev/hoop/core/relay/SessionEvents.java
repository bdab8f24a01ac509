package dev.hoop.core.relay;

import dev.hoop.core.spi.Downstream;
import java.time.Duration;

/** Told of the sessions of one listener, on the event loop of each; for the audit trail. Must not block. */
public interface SessionEvents {

    /** A connection is about to get its session. */
    void opened(Downstream downstream);

    /** The connection of a session is closed. */
    void closed(Downstream downstream, Duration lasted);

    /** Keeps no record. */
    SessionEvents NONE = new SessionEvents() {
        @Override
        public void opened(Downstream downstream) {}

        @Override
        public void closed(Downstream downstream, Duration lasted) {}
    };
}
