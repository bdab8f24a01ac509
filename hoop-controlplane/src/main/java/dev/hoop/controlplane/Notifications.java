package dev.hoop.controlplane;

import java.time.Duration;
import java.util.List;

/**
 * Whom a plane tells of reviews.
 *
 * @param channels how
 * @param giveUpAfter how long a delivery is tried, from what it tells of on: 1 minute to 30 days
 */
public record Notifications(List<NotificationChannel> channels, Duration giveUpAfter) {

    /** How long a delivery is tried unless it is said. */
    public static final Duration GIVE_UP_AFTER = Duration.ofDays(1);

    /** Nobody is told. */
    public static final Notifications NONE = new Notifications(List.of(), GIVE_UP_AFTER);

    /** @throws IllegalArgumentException when the duration is out of bounds */
    public Notifications {
        channels = List.copyOf(channels);
        if (giveUpAfter.compareTo(Duration.ofMinutes(1)) < 0 || giveUpAfter.compareTo(Duration.ofDays(30)) > 0) {
            throw new IllegalArgumentException(
                    "a delivery is tried for " + giveUpAfter + "; write 1 minute to 30 days");
        }
    }

    /** These, tried for a day. */
    public static Notifications of(NotificationChannel... channels) {
        return new Notifications(List.of(channels), GIVE_UP_AFTER);
    }
}
