/**
 * Fixtures for tests of listeners and of applications behind a sidecar. Real sockets, real servers, no mocks.
 *
 * <ul>
 *   <li>{@code wire}: peers that send and record bytes as they are, for any protocol
 *   <li>{@code http}: the same with just enough HTTP/1.1 to script answers
 *   <li>{@code tls}: key and certificate material made on the spot
 * </ul>
 */
@NullMarked
package dev.hoop.testkit;

import org.jspecify.annotations.NullMarked;
