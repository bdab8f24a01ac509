package dev.hoop.mcp.internal.review;

import java.time.Duration;

/**
 * The pauses of waiting.
 *
 * @param progress between two notes of progress to a client that wants them
 * @param fresh how old the last reading of a review may be to serve one who begins to wait for it
 * @param retry after how long a plane that could not be reached is asked again
 * @param early how much before its end a long wait is answered, so that a client that gives its calls the very same time
 *     still gets the answer
 * @param earlyFrom what a long wait is
 */
record WaitTimings(Duration progress, Duration fresh, Duration retry, Duration early, Duration earlyFrom) {

    /** For production. */
    static final WaitTimings DEFAULT = new WaitTimings(
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofMillis(500),
            Duration.ofSeconds(30));

    /** How long a wait of that length really is. */
    Duration real(Duration asked) {
        return asked.compareTo(earlyFrom) < 0 ? asked : asked.minus(early);
    }
}
