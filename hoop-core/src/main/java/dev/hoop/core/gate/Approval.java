package dev.hoop.core.gate;

import dev.hoop.review.ReviewId;
import java.util.Optional;

/**
 * The approval that released a statement. A released statement says so to its client.
 *
 * @param reviewId the review
 * @param approvedBy who approved, as the plane names them; empty where that is not shown or not known
 */
public record Approval(ReviewId reviewId, Optional<String> approvedBy) {}
