/**
 * HTTP/1.1 peers that speak in bytes, for what no well-behaved client or server would send. They read messages leniently,
 * since what is under test is the one who must be strict. Reading is blocking and belongs to the test's own thread; every
 * read ends by an upper bound of {@link dev.hoop.testkit.wire.WireConnection#PATIENCE}.
 */
@NullMarked
package dev.hoop.testkit.http;

import org.jspecify.annotations.NullMarked;
