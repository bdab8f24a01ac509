package dev.hoop.core.guardrail;

import dev.hoop.config.Default;
import dev.hoop.config.Located;
import dev.hoop.config.NotEmpty;
import dev.hoop.config.Position;
import java.util.List;
import java.util.Optional;

/**
 * The fields that every rule has, whatever its type.
 *
 * @param name what the audit trail calls it
 * @param type the word of its type
 * @param message the text for the client of a denied statement; {@code denied by rule NAME} unless set
 * @param action {@code deny} or {@code require_review}
 * @param operations the operations that it looks at; all unless set
 */
record RuleFields(
        Position position,
        @NotEmpty String name,
        Located<String> type,
        @NotEmpty Optional<String> message,
        @Default("deny") Located<String> action,
        @NotEmpty Optional<List<Located<String>>> operations) {}
