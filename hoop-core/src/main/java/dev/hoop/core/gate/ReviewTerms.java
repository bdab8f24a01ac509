package dev.hoop.core.gate;

import dev.hoop.review.ReviewDenials;
import dev.hoop.review.ReviewMode;
import java.time.Duration;

/**
 * How one listener asks for reviews.
 *
 * @param approvalRule the approval rule whose reviewers decide
 * @param mode how a statement waits, unless its client chose otherwise
 * @param holdTimeout how long a statement is held at most
 * @param showApprover whether the client of a released statement is told who approved
 * @param denials the texts for the client
 */
public record ReviewTerms(
        String approvalRule, ReviewMode mode, Duration holdTimeout, boolean showApprover, ReviewDenials denials) {}
