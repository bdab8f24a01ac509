/**
 * HTTP peers that speak in bytes, for what no well-behaved client or server would send. Both are blocking and belong to
 * the test's own thread; every read ends by an upper bound of {@link dev.hoop.testkit.http.RawConnection#TIMEOUT}.
 */
@NullMarked
package dev.hoop.testkit.http;

import org.jspecify.annotations.NullMarked;
