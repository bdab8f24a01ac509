/** The gRPC listener. */
@NullMarked
package dev.hoop.proto.grpc;

import org.jspecify.annotations.NullMarked;
