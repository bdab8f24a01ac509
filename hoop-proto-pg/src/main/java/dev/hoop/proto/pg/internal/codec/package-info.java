/**
 * Framing of both directions: bytes in any fragments become whole messages, or pieces of those that nobody needs whole.
 * Lengths are checked before a byte is kept. Confined to one loop.
 */
@NullMarked
package dev.hoop.proto.pg.internal.codec;

import org.jspecify.annotations.NullMarked;
