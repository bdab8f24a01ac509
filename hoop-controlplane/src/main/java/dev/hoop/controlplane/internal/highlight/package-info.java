/**
 * Colours for statements, made on the server. A colour is a hint for the eye: every character is shown whatever the lexer
 * thinks it is, and none is hidden or dimmed away because of it.
 */
@NullMarked
package dev.hoop.controlplane.internal.highlight;

import org.jspecify.annotations.NullMarked;
