package dev.hoop.proto.http.internal.session;

import java.time.Duration;

/** Bounds for tests of what happens when one is reached. */
final class Limits {

    private static final SessionLimits USUAL = SessionLimits.DEFAULT;

    private Limits() {}

    /** How long an unused upstream connection is kept. */
    static SessionLimits idle(Duration idleTime) {
        return new SessionLimits(
                USUAL.readAheadBytes(),
                USUAL.discardBytes(),
                USUAL.headTime(),
                USUAL.bodyTime(),
                USUAL.lingerTime(),
                USUAL.idleConnections(),
                idleTime,
                USUAL.recentTime());
    }

    /** Times of the client's side. */
    static SessionLimits patience(Duration headTime, Duration bodyTime, Duration lingerTime) {
        return new SessionLimits(
                USUAL.readAheadBytes(),
                USUAL.discardBytes(),
                headTime,
                bodyTime,
                lingerTime,
                USUAL.idleConnections(),
                USUAL.idleTime(),
                USUAL.recentTime());
    }
}
