/** The rule types that only HTTP has. */
@NullMarked
package dev.hoop.proto.http.internal.rule;

import org.jspecify.annotations.NullMarked;
