package dev.hoop.core.statement;

import dev.hoop.review.Requester;
import dev.hoop.review.ReviewMode;
import java.util.Map;
import java.util.Optional;

/**
 * Where a statement comes from.
 *
 * @param sessionId the downstream connection's id, unique in this process
 * @param requester who asks
 * @param reviewMode the client's own choice of mode, which overrides the listener's
 * @param attributes facts about the session for the audit trail, by name; free of secrets
 */
public record Origin(
        long sessionId, Requester requester, Optional<ReviewMode> reviewMode, Map<String, String> attributes) {}
