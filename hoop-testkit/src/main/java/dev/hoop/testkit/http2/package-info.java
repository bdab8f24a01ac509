/** HTTP/2 frame by frame, for what no client sends (RFC 9113). Needs Netty's HTTP/2 codec on the class path. */
@NullMarked
package dev.hoop.testkit.http2;

import org.jspecify.annotations.NullMarked;
