package dev.hoop.core.settings;

import dev.hoop.review.ReviewMode;
import java.time.Duration;
import java.util.Optional;

/**
 * How a listener brings a statement before a person.
 *
 * @param approvalRule the Control Plane's rule that says who approves; present wherever a rule of the listener can require
 *     a review
 * @param mode what a client gets that does not choose itself
 * @param message the beginning of every review denial
 * @param holdTimeout how long a statement is held at most
 * @param showApprover whether the client of a released statement is told who approved
 */
public record ReviewSettings(
        Optional<String> approvalRule, ReviewMode mode, String message, Duration holdTimeout, boolean showApprover) {}
