package dev.hoop.testkit.plane;

import dev.hoop.review.Requester;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewId;
import java.nio.charset.StandardCharsets;

/**
 * A review as it was when it was looked at.
 *
 * @param review what may be told of it
 * @param payload the statement that was filed. Not to be changed
 * @param requester who asked first
 */
@SuppressWarnings("ArrayRecordComponent") // reviews are told apart by their ids
public record ScriptedReview(Review review, byte[] payload, Requester requester) {

    /** Its id. */
    public ReviewId id() {
        return review.id();
    }

    /** The statement as UTF-8. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
