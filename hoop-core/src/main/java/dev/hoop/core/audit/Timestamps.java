package dev.hoop.core.audit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Begins records with the time as RFC 3339 UTC with microseconds. The part down to the second is kept as bytes and made anew
 * only when the second changes, since a busy loop writes many records in one. Confined to one thread.
 */
final class Timestamps {

    private static final byte[] BEFORE = "{\"time\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BEHIND = "Z\"".getBytes(StandardCharsets.US_ASCII);

    private final InstantSource clock;
    private final JsonBuffer made = new JsonBuffer(BEFORE.length + "2026-01-01T00:00:00.".length());
    private byte[] secondPart = new byte[0];
    private long second = Long.MIN_VALUE;

    Timestamps(InstantSource clock) {
        this.clock = clock;
    }

    /** Opens an object with the time now. */
    void begin(JsonBuffer out) {
        Instant now = clock.instant();
        if (now.getEpochSecond() != second) {
            second = now.getEpochSecond();
            secondPart = format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC));
        }
        out.raw(secondPart);
        out.digits(now.getNano() / 1000, 6);
        out.raw(BEHIND);
    }

    private byte[] format(LocalDateTime time) {
        made.truncate(0);
        made.raw(BEFORE);
        made.digits(time.getYear(), 4);
        made.raw('-');
        made.digits(time.getMonthValue(), 2);
        made.raw('-');
        made.digits(time.getDayOfMonth(), 2);
        made.raw('T');
        made.digits(time.getHour(), 2);
        made.raw(':');
        made.digits(time.getMinute(), 2);
        made.raw(':');
        made.digits(time.getSecond(), 2);
        made.raw('.');
        return made.copy();
    }
}
