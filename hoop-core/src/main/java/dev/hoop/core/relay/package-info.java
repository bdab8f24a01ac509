/** Sockets: bind, dial, TLS, back-pressure, half-close, drain. Knows no protocol. */
@NullMarked
package dev.hoop.core.relay;

import org.jspecify.annotations.NullMarked;
