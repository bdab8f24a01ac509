package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.internal.store.StoredReview;
import java.util.Locale;

/**
 * Something that happened to a review and is on disk.
 *
 * @param review the review right after it
 */
public record ReviewEvent(Kind kind, StoredReview review) {

    /** The kinds. */
    public enum Kind {
        FILED,
        DECIDED,
        EXECUTED,
        EXPIRED;

        /** The word on the wire. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
