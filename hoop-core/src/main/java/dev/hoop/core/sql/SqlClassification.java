package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a whole text would do. Immutable.
 *
 * @param operation the worst operation of its statements, {@code unknown} when that of any of them is, {@code select} for a
 *     text without a statement
 * @param effects the effects of all its statements, worst last; contains the operation unless that is {@code unknown}
 * @param relations the relations of all its statements, each access once, in order of appearance
 * @param statements its statements in order; between them stand only blanks, comments and semicolons
 * @param unknownReason the first reason of a statement whose operation is {@code unknown}: fixed words, no part of the text
 * @param backslashes PostgreSQL: a backslash stands in a literal in plain quotes, so that the text reads otherwise under the
 *     other value of {@code standard_conforming_strings}; also where the text was not looked at to its end and has a backslash
 */
public record SqlClassification(
        String operation,
        Set<String> effects,
        List<Relation> relations,
        List<SqlStatement> statements,
        Optional<String> unknownReason,
        boolean backslashes) {}
