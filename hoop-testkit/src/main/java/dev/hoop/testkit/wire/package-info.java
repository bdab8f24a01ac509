/**
 * Peers that send and record bytes as they are, whatever the protocol.
 *
 * <p>Everything here may be used from any thread. Each connection has a reader thread of its own, which is a daemon and
 * ends with the connection. Waiting methods are bounded by {@link dev.hoop.testkit.wire.WireConnection#PATIENCE}.
 */
@NullMarked
package dev.hoop.testkit.wire;

import org.jspecify.annotations.NullMarked;
