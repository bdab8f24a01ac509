/**
 * A listener for a protocol of one's own: a key-value store that is spoken to in lines.
 *
 * <pre>
 * GET name        -> the value, or (none)
 * SET name value  -> OK
 * DEL name        -> OK
 * </pre>
 *
 * A refused command is answered {@code DENIED text}, and the connection lives on.
 */
@NullMarked
package dev.hoop.examples.lines;

import org.jspecify.annotations.NullMarked;
