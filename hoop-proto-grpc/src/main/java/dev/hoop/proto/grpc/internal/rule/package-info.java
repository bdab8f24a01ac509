/** The rule types that only gRPC has. */
@NullMarked
package dev.hoop.proto.grpc.internal.rule;

import org.jspecify.annotations.NullMarked;
