package dev.hoop.controlplane.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses at random, so that many sidecars do not move in step. */
final class Jitter {

    private Jitter() {}

    /** Between 80 and 120 percent of a pause. */
    static Duration around(Duration pause) {
        return between(pause.multipliedBy(4).dividedBy(5), pause.multipliedBy(6).dividedBy(5));
    }

    /** Between half of a pause and all of it. */
    static Duration upTo(Duration pause) {
        return between(pause.dividedBy(2), pause);
    }

    /** Any pause from the one to the other, both included. */
    static Duration between(Duration least, Duration most) {
        return Duration.ofNanos(ThreadLocalRandom.current().nextLong(least.toNanos(), most.toNanos() + 1));
    }
}
