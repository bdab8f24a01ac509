package dev.hoop.controlplane.internal.review;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The time in whole milliseconds, never earlier than it said before: what was told to be expired stays so.
 *
 * <p>It never stands still either, or nothing would end any more. While the clock says less than was told already, because it
 * was set back, time goes on from there by what has passed, an eighth slower, until the clock is there, too.
 */
public final class PlaneClock {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int SLOWER_BY = 8;

    /** What was told last, and when that was by a source that nobody sets. */
    private record Told(long millis, long nanos) {

        Told next(long clock, long nanosNow) {
            if (clock >= millis) {
                return new Told(clock, nanosNow);
            }
            long passed = (nanosNow - nanos) / SLOWER_BY * (SLOWER_BY - 1) / NANOS_PER_MILLI;
            return passed <= 0
                    ? this
                    : new Told(millis + passed, nanos + passed * NANOS_PER_MILLI / (SLOWER_BY - 1) * SLOWER_BY);
        }
    }

    private final Clock clock;
    private final LongSupplier nanos;
    private final AtomicReference<Told> told = new AtomicReference<>(new Told(Long.MIN_VALUE, 0));

    public PlaneClock(Clock clock) {
        this(clock, System::nanoTime);
    }

    /** @param nanos tells what time has passed, whatever the clock is set to */
    PlaneClock(Clock clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
    }

    /** Now. */
    public Instant now() {
        long millis = clock.millis();
        long passed = nanos.getAsLong();
        return Instant.ofEpochMilli(
                told.updateAndGet(before -> before.next(millis, passed)).millis());
    }
}
