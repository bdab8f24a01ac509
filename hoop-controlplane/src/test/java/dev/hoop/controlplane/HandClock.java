package dev.hoop.controlplane;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test moves. */
final class HandClock extends Clock {

    private static final Instant START = Instant.parse("2026-09-29T14:02:11.500Z");

    private final AtomicLong millis = new AtomicLong();

    void advance(Duration duration) {
        millis.addAndGet(duration.toMillis());
    }

    @Override
    public Instant instant() {
        return START.plusMillis(millis.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
