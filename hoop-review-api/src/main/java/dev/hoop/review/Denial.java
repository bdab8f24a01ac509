package dev.hoop.review;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Why a statement did not run, told to the client in its own protocol.
 *
 * @param kind whether policy refused it or a review stands in its way
 * @param message the text, readable by a client that knows nothing of reviews
 * @param reviewId the review, where there is one
 * @param reviewStatus its status, where it could be read
 * @param decidedBy who rejected or revoked it, or approved what was used or ran out, as the plane names them
 * @param retryAfterSeconds when to ask again; present in return mode while the review is pending only
 */
public record Denial(
        Kind kind,
        String message,
        Optional<ReviewId> reviewId,
        Optional<ReviewStatus> reviewStatus,
        Optional<String> decidedBy,
        OptionalInt retryAfterSeconds) {

    /** The kinds, by their word on the wire. */
    public enum Kind {
        /** A review stands in the way. */
        REVIEW("review"),
        /** Policy, or anything else that is not a review. */
        POLICY("policy");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The word on the wire. */
        public String word() {
            return word;
        }
    }

    /** The field that says {@code review} or {@code policy}. */
    public static final String FIELD_DENIED = "X-Hoop-Denied";

    /** The field with the review's id, on denials and on released statements. */
    public static final String FIELD_REVIEW_ID = "X-Hoop-Review-Id";

    /** The field with the review's status. */
    public static final String FIELD_REVIEW_STATUS = "X-Hoop-Review-Status";

    /** The field that names who approved a released statement. */
    public static final String FIELD_APPROVED_BY = "X-Hoop-Approved-By";

    /** The field that names who decided about the review that a denial is about. */
    public static final String FIELD_DECIDED_BY = "X-Hoop-Decided-By";

    /** The field that says when to ask again, in seconds. */
    public static final String FIELD_RETRY_AFTER = "Retry-After";

    /** The request field by which a client picks its {@link ReviewMode}. */
    public static final String FIELD_REVIEW_MODE = "X-Hoop-Review-Mode";

    /** A denial that has nothing to do with a review. */
    public static Denial policy(String message) {
        return new Denial(
                Kind.POLICY, message, Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.empty());
    }

    /** What the agent does next. */
    public NextStep next() {
        return reviewStatus.map(NextStep::of).orElse(NextStep.STOP);
    }

    /** The denial's fields by their canonical names, in a fixed order. Protocols with lower-case keys fold them. */
    public Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(FIELD_DENIED, kind.word());
        reviewId.ifPresent(id -> fields.put(FIELD_REVIEW_ID, id.value()));
        reviewStatus.ifPresent(status -> fields.put(FIELD_REVIEW_STATUS, status.word()));
        decidedBy.ifPresent(name -> fields.put(FIELD_DECIDED_BY, name));
        retryAfterSeconds.ifPresent(seconds -> fields.put(FIELD_RETRY_AFTER, Integer.toString(seconds)));
        return Collections.unmodifiableMap(fields);
    }
}
