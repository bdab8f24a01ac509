/**
 * What a SQL text would do: one lexer that knows the dialects, and one effect scanner on top of it.
 *
 * <p>{@link dev.hoop.core.sql.SqlClassifier} is the way in. The scanner is not a parser: it follows a text closely enough to
 * name its statements, their effects and the relations they touch, and answers {@code unknown} for whatever it cannot
 * follow or whatever is decided at run time. It takes time linear in the text, never recurses and records a bounded amount.
 *
 * <p>The words and their order are those of {@link dev.hoop.core.sql.SqlOperation}. What the text of a statement cannot show
 * (triggers, rules, views, operators of the user's own, the search path) is listed in {@code docs/sql-classification.md}.
 */
@NullMarked
package dev.hoop.core.sql;

import org.jspecify.annotations.NullMarked;
