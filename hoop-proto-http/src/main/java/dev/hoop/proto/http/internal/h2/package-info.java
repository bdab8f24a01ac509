/**
 * HTTP/2 in front (RFC 9113): over TLS by ALPN, in clear text by prior knowledge, which its preface gives away. An upgrade
 * by {@code h2c} is not taken. Each stream is one exchange of its own, judged and forwarded like a request of HTTP/1.1.
 *
 * <p>Everything here is confined to the event loop of its connection.
 */
@NullMarked
package dev.hoop.proto.http.internal.h2;

import org.jspecify.annotations.NullMarked;
