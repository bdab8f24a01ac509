package dev.hoop.controlplane.client;

import java.time.Duration;

/**
 * The pace of waiting for decisions. Each pause is spread at random so that sidecars do not move in step.
 *
 * @param poll how long a waiting statement pauses while the plane tells of no decisions
 * @param safetyNet the same while it does: only in case it missed one
 * @param silence after how long without a byte a stream is given up; the plane writes every 15 s
 * @param linger how long the stream stays open after the last statement stopped waiting
 * @param probe when a plane without a stream is asked for one again
 * @param retryFirst the first pause before a broken stream is opened again; it doubles each time
 * @param retryMost the longest such pause
 */
record StreamTimings(
        Duration poll,
        Duration safetyNet,
        Duration silence,
        Duration linger,
        Duration probe,
        Duration retryFirst,
        Duration retryMost) {

    /** For production. */
    static final StreamTimings DEFAULT = new StreamTimings(
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ofSeconds(45),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofMillis(250),
            Duration.ofSeconds(15));
}
