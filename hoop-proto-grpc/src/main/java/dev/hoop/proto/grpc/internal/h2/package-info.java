/**
 * HTTP/2 connections (RFC 9113), on either side, and the pool of those to the upstream.
 *
 * <p><b>Flow control</b> runs end to end: what a stream has received is credited to its sender only when it was written to
 * the other side, so that a stream never keeps more than its window. Connections are credited at once: a stream that
 * stalls does not stop the others.
 *
 * <p>Everything here is confined to its event loop.
 */
@NullMarked
package dev.hoop.proto.grpc.internal.h2;

import org.jspecify.annotations.NullMarked;
