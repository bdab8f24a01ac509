package dev.hoop.controlplane;

import java.util.Locale;

/** What people and programs are told of. */
public enum NotificationEvent {
    /** A statement waits for a decision. */
    FILED,

    /** It was approved or rejected, or an approval was revoked. */
    DECIDED,

    /** An approval was used. */
    EXECUTED,

    /** The time of a review or of an approval was up. */
    EXPIRED,

    /** An agent, a listener or a sidecar was frozen. */
    FROZEN,

    /** A freeze was ended. */
    UNFROZEN;

    /** Whether it is something that happened to a review. */
    public boolean isOfReview() {
        return this != FROZEN && this != UNFROZEN;
    }

    /** The word in configuration and on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
