package dev.hoop.testkit.contract;

import java.util.Optional;

/**
 * The answer to one statement.
 *
 * @param ran whether it is the upstream's
 * @param message a denial's text; empty where the statement ran
 * @param reviewId the review that the answer names in the protocol's own place for it
 * @param approvedBy the approver that the answer names
 */
public record Reply(boolean ran, String message, Optional<String> reviewId, Optional<String> approvedBy) {

    /** The upstream's answer to a statement that nobody had to approve. */
    public static Reply ranUnasked() {
        return new Reply(true, "", Optional.empty(), Optional.empty());
    }
}
