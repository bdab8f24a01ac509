package dev.hoop.core.gate;

import java.time.Duration;

/** The bench's limits with one of them changed. */
final class HoldLimits {

    private HoldLimits() {}

    static GateLimits callLimit(Duration limit) {
        GateLimits usual = GateBench.LIMITS;
        return new GateLimits(
                usual.evaluator(),
                limit,
                usual.firstRetry(),
                usual.lastRetry(),
                usual.claimInterval(),
                usual.firstRecheck(),
                usual.lastRecheck());
    }

    static GateLimits evaluatorLimit(Duration limit) {
        GateLimits usual = GateBench.LIMITS;
        return new GateLimits(
                limit,
                usual.reviewCall(),
                usual.firstRetry(),
                usual.lastRetry(),
                usual.claimInterval(),
                usual.firstRecheck(),
                usual.lastRecheck());
    }

    static GateLimits recheckEvery(Duration pause) {
        GateLimits usual = GateBench.LIMITS;
        return new GateLimits(
                usual.evaluator(),
                usual.reviewCall(),
                usual.firstRetry(),
                usual.lastRetry(),
                usual.claimInterval(),
                pause,
                pause);
    }
}
