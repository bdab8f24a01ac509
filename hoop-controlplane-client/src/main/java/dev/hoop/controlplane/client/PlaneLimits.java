package dev.hoop.controlplane.client;

import java.time.Duration;

/**
 * Bounds of single calls to the plane.
 *
 * @param connect until a connection is made
 * @param request from the call until its whole answer was read, waiting for a free place included
 * @param approver the same for the extra read that learns an approver's name; it delays a statement that is released
 * @param answerBytes the largest answer about reviews
 * @param documentBytes the largest configuration document, either way
 * @param inFlight how many requests are open at once
 * @param queued how many may wait for a free place; more fail at once
 */
public record PlaneLimits(
        Duration connect,
        Duration request,
        Duration approver,
        int answerBytes,
        int documentBytes,
        int inFlight,
        int queued) {

    /** For production. 200 reviews of the largest kind fit an answer; a document is as large as the
     * reader of configurations takes. */
    public static final PlaneLimits DEFAULT = new PlaneLimits(
            Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(1), 2 << 20, 1 << 20, 64, 20_000);

    /** @throws IllegalArgumentException when a bound is not positive */
    public PlaneLimits {
        if (connect.isNegative()
                || connect.isZero()
                || request.isNegative()
                || request.isZero()
                || approver.isNegative()
                || approver.isZero()
                || answerBytes <= 0
                || documentBytes <= 0
                || inFlight <= 0
                || queued < 0) {
            throw new IllegalArgumentException("every bound must be positive");
        }
    }
}
