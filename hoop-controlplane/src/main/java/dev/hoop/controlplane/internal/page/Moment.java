package dev.hoop.controlplane.internal.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * A time as a page shows it.
 *
 * @param machine RFC 3339
 * @param exact for people, in UTC
 * @param near how far away, like {@code 3 min ago} or {@code in 12 min}
 */
public record Moment(String machine, String exact, String near) {

    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern(
                    "d MMM yyyy, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    static Moment of(Instant at, Instant now) {
        Duration away = Duration.between(now, at);
        String near = away.isNegative() || away.isZero()
                ? (away.negated().toSeconds() < 1 ? "just now" : rough(away.negated()) + " ago")
                : "in " + rough(away);
        return new Moment(at.truncatedTo(ChronoUnit.SECONDS).toString(), EXACT.format(at), near);
    }

    private static String rough(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min";
        }
        return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
    }
}
