/** Request targets (RFC 9112 section 3.2): their forms, every reading of their path, and the secrets in their query. */
@NullMarked
package dev.hoop.proto.http.internal.target;

import org.jspecify.annotations.NullMarked;
