package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One statement of a text.
 *
 * @param start the offset of its first token, in characters of the text
 * @param end the offset behind its last token; the semicolon is not part of it
 * @param operation the worst effect in the word of {@link SqlOperation}, {@code unknown} when it cannot be told
 * @param effects every effect that was seen, worst last; contains the operation unless that is {@code unknown}
 * @param relations the relations it names, each access once, in order of appearance
 * @param unknownReason why the operation is {@code unknown}: fixed words, no part of the text
 */
public record SqlStatement(
        int start,
        int end,
        String operation,
        Set<String> effects,
        List<Relation> relations,
        Optional<String> unknownReason) {}
