package dev.hoop.core.gate;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** When a held statement claims next. Confined to the session's event loop. */
final class ClaimPace {

    /** Beyond so many doublings every delay is the longest anyway. */
    private static final int MAX_DOUBLINGS = 20;

    private final GateLimits limits;
    private boolean claimed;
    private long lastClaimNanos;
    private int retries;
    private int rechecks;

    ClaimPace(GateLimits limits) {
        this.limits = limits;
    }

    void claimedNow() {
        claimed = true;
        lastClaimNanos = System.nanoTime();
    }

    /** The plane answered: the next failure is a first one again. */
    void answered() {
        retries = 0;
    }

    /** How long to wait though something happened: zero or less for not at all. */
    Duration whenTold() {
        return claimed ? limits.claimInterval().minusNanos(System.nanoTime() - lastClaimNanos) : Duration.ZERO;
    }

    /** How long to wait after a failure. */
    Duration afterFailure() {
        return growing(limits.firstRetry(), limits.lastRetry(), retries++);
    }

    /** How long to wait when nothing happens. */
    Duration untilRecheck() {
        return growing(limits.firstRecheck(), limits.lastRecheck(), rechecks++);
    }

    /** Doubles with every step up to the last; half of it is left to chance, so that many holds do not march in step. */
    private static Duration growing(Duration first, Duration last, int step) {
        long nanos = Math.min(first.toNanos() << Math.min(step, MAX_DOUBLINGS), last.toNanos());
        return Duration.ofNanos(nanos - ThreadLocalRandom.current().nextLong(nanos / 2 + 1));
    }
}
