/** The inside of the HTTP listener; not for others. */
@NullMarked
package dev.hoop.proto.http.internal;

import org.jspecify.annotations.NullMarked;
