package dev.hoop.proto.http.internal.session;

import java.time.Duration;

/**
 * Bounds of a session that no configuration names.
 *
 * @param readAheadBytes how much of a client's bytes waits unread before reading stops; larger than any head
 * @param discardBytes how much of a body that nobody wants is read so that the connection can go on
 * @param headTime from the first byte of a request's head to its last
 * @param bodyTime without a byte of a body that must be read whole
 * @param lingerTime how long a closing connection waits for the client to read the answer and close
 * @param idleConnections how many upstream connections one event loop keeps for one listener
 * @param idleTime how long an unused upstream connection is kept
 * @param recentTime how recently an upstream connection must have been used to carry a request that cannot be repeated
 */
public record SessionLimits(
        int readAheadBytes,
        int discardBytes,
        Duration headTime,
        Duration bodyTime,
        Duration lingerTime,
        int idleConnections,
        Duration idleTime,
        Duration recentTime) {

    /** What listeners have. */
    public static final SessionLimits DEFAULT = new SessionLimits(
            128 * 1024,
            256 * 1024,
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            128,
            Duration.ofSeconds(30),
            Duration.ofSeconds(1));
}
