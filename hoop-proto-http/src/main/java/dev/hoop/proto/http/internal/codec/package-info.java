/**
 * The wire format of HTTP/1.1 (RFC 9112).
 *
 * <p><b>Decoders</b> pull from the connection's cumulation buffer: {@code advance} consumes what it understood, says in a
 * {@link dev.hoop.proto.http.internal.codec.Step} what stands now, and keeps nothing of the buffer, so that pipelined
 * requests wait in it until the session asks. They are strict: what two readers could frame or read differently is
 * refused with a {@link dev.hoop.proto.http.internal.BadMessage}, after which the decoder must not be used again.
 *
 * <p><b>Writers</b> append to a buffer of the caller's. Nothing here is safe for use by two threads at once, unless said.
 */
@NullMarked
package dev.hoop.proto.http.internal.codec;

import org.jspecify.annotations.NullMarked;
