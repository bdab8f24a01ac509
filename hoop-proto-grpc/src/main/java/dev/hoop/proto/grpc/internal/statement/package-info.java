/** Calls and their messages as statements. */
@NullMarked
package dev.hoop.proto.grpc.internal.statement;

import org.jspecify.annotations.NullMarked;
