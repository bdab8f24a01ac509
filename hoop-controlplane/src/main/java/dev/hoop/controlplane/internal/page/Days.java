package dev.hoop.controlplane.internal.page;

import dev.hoop.web.WebFailure;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Days that somebody filled in, in UTC. */
final class Days {

    private static final int LAST_YEAR = 9999;

    private Days() {}

    /** When a day begins; empty where none was filled in. */
    static Optional<Instant> start(String text) {
        return day(text).map(Days::midnight);
    }

    /** When a day is over; empty where none was filled in. */
    static Optional<Instant> end(String text) {
        return day(text).map(last -> midnight(last.plusDays(1)));
    }

    private static Optional<LocalDate> day(String text) {
        try {
            Optional<LocalDate> day = text.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(text));
            if (day.filter(there -> there.getYear() < 0 || there.getYear() > LAST_YEAR)
                    .isEmpty()) {
                return day;
            }
        } catch (DateTimeParseException e) {
            // Told below.
        }
        throw new WebFailure(400, "A day is not one: write it like 2026-09-29.");
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
