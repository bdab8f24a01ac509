package dev.hoop.controlplane.internal.notify;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a delivery that failed is tried again: two seconds later, then twice as long each time, ten minutes at most. Half of it
 * is left to chance, so that what failed together does not come again together.
 *
 * @param first the pause after the first attempt
 * @param longest no pause is longer
 */
record Pace(Duration first, Duration longest) {

    static final Pace USUAL = new Pace(Duration.ofSeconds(2), Duration.ofMinutes(10));

    /** @param wanted how long the receiver wants to be left alone; heeded up to the longest pause */
    Duration after(int attempts, Optional<Duration> wanted) {
        long most = longest.toMillis();
        long doubled = first.toMillis() << Math.min(attempts - 1, 30);
        long pause = Math.min(most, doubled <= 0 ? most : doubled);
        long chosen = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
        long least = Math.min(most, wanted.map(Duration::toMillis).orElse(0L));
        return Duration.ofMillis(Math.max(chosen, least));
    }
}
