package dev.hoop.core.gate;

import java.time.Duration;

/**
 * How long a gate waits for others before it refuses or asks again. All positive.
 *
 * @param evaluator for one evaluator, beyond the limit that it keeps itself
 * @param reviewCall for one answer about a review, beyond the limit that the service keeps itself
 * @param firstRetry before the first retry when the plane fails during a hold; later ones wait longer
 * @param lastRetry the longest wait between two retries
 * @param claimInterval the shortest time between two claims of one held statement that are answered with "pending"
 * @param firstRecheck after how long a hold claims though nothing told it to: a decision may have been made, and told,
 *     between the filing and the start of the wait; later rechecks wait longer
 * @param lastRecheck the longest time between two rechecks
 */
public record GateLimits(
        Duration evaluator,
        Duration reviewCall,
        Duration firstRetry,
        Duration lastRetry,
        Duration claimInterval,
        Duration firstRecheck,
        Duration lastRecheck) {

    /** What a sidecar uses. */
    public static final GateLimits DEFAULT = new GateLimits(
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofMillis(250),
            Duration.ofSeconds(5),
            Duration.ofMillis(250),
            Duration.ofMillis(500),
            Duration.ofSeconds(15));
}
