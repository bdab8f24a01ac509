/** Request and response heads as immutable values, whatever version of HTTP carried them (RFC 9110). */
@NullMarked
package dev.hoop.proto.http.internal.message;

import org.jspecify.annotations.NullMarked;
