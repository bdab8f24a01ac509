/** Sessions against real sockets. */
@NullMarked
package dev.hoop.proto.http.internal.session;

import org.jspecify.annotations.NullMarked;
