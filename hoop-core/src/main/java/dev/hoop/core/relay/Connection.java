package dev.hoop.core.relay;

import dev.hoop.core.spi.ProtocolSession;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** One accepted connection, with its session once it has one. Its methods hand over to the connection's loop themselves. */
final class Connection {

    private final Channel channel;
    private @Nullable ProtocolSession session;
    private boolean drained;

    Connection(Channel channel) {
        this.channel = channel;
    }

    /** It has a session from now on. Called on the loop. */
    void serve(ProtocolSession started) {
        session = started;
    }

    /** Ends it in its own time: by its session, or at once where it has none yet. */
    void drain() {
        channel.eventLoop().execute(() -> {
            // It may have closed in between, and a closed session has nothing to drain.
            if (drained || !channel.isActive()) {
                return;
            }
            drained = true;
            if (session == null) {
                channel.close();
            } else {
                session.drain();
            }
        });
    }

    /** Ends it now. */
    void cutOff() {
        channel.eventLoop().execute(() -> {
            if (session != null && channel.isActive()) {
                session.cutOff();
            }
            channel.close();
        });
    }
}
