package dev.hoop.controlplane.internal.review;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** The time in whole milliseconds, never earlier than it said before: what was told to be expired stays so. */
public final class PlaneClock {

    private final Clock clock;
    private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);

    public PlaneClock(Clock clock) {
        this.clock = clock;
    }

    /** Now. */
    public Instant now() {
        long now = clock.millis();
        return Instant.ofEpochMilli(latest.accumulateAndGet(now, Math::max));
    }
}
