package dev.hoop.proto.http.internal.session;

import io.netty.channel.EventLoop;
import java.time.Duration;

/** How long a client of HTTP/1 is waited for, by what it is waited for. Confined to the loop. */
final class Patience {

    /** What the client is waited for. */
    enum For {
        /** Nothing: the next step is not the client's. */
        NOTHING,
        /** A request, of which no byte has come. */
        REQUEST,
        /** The rest of a request's head. */
        HEAD,
        /** More of a request's body. */
        BODY,
        /** The end of a connection on which everything is said. */
        CLOSE
    }

    private final SessionLimits limits;
    private final Duration idleTimeout;
    private final Deadline deadline;
    private For waiting = For.NOTHING;

    /** @param reached called when a limit is reached; {@link #waiting} still says which */
    Patience(EventLoop loop, HttpLane lane, Runnable reached) {
        this.limits = lane.limits();
        this.idleTimeout = lane.idleTimeout();
        this.deadline = new Deadline(loop, reached);
    }

    For waiting() {
        return waiting;
    }

    /** Waits for this from now on; the limit goes on where it was waited for already. */
    void waitFor(For what) {
        if (what == waiting) {
            return;
        }
        waiting = what;
        Duration limit = limit(what);
        if (limit.isZero()) {
            deadline.clear();
        } else {
            deadline.set(limit);
        }
    }

    /** Counts the limit from now, where it is about a pause and not about the whole. */
    void progressed() {
        if (waiting == For.BODY) {
            waiting = For.NOTHING;
        }
    }

    /** What was waited for has come. */
    void over() {
        waitFor(For.NOTHING);
    }

    void cancel() {
        deadline.cancel();
    }

    private Duration limit(For what) {
        return switch (what) {
            case NOTHING -> Duration.ZERO;
            case REQUEST -> idleTimeout;
            case HEAD -> limits.headTime();
            case BODY -> limits.bodyTime();
            case CLOSE -> limits.lingerTime();
        };
    }
}
