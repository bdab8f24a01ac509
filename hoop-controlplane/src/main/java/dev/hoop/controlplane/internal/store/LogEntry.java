package dev.hoop.controlplane.internal.store;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that was done and stays known. Never has a statement or a secret in it.
 *
 * @param kind what was done, {@code review.approved} for example: what it was about, a dot, and the deed
 * @param about which of them: a review's id, a rule's name
 * @param reason why, where somebody said it
 * @param payloadSha256 the digest of a review's statement in lower-case hexadecimal, for entries about reviews
 */
public record LogEntry(
        Actor who, String kind, String about, Instant at, Optional<String> reason, Optional<String> payloadSha256) {

    /** An entry without a reason. */
    public static LogEntry of(Actor who, String kind, String about, Instant at) {
        return new LogEntry(who, kind, about, at, Optional.empty(), Optional.empty());
    }

    /** The same with a reason, where there is one. */
    public LogEntry because(Optional<String> why) {
        return new LogEntry(who, kind, about, at, why, payloadSha256);
    }

    /** The same about the statement with this digest. */
    public LogEntry withPayload(String sha256) {
        return new LogEntry(who, kind, about, at, reason, Optional.of(sha256));
    }
}
