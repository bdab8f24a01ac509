/** Asks a server what it serves, by gRPC Server Reflection, v1 or v1alpha (grpc.reflection.v1). */
@NullMarked
package dev.hoop.proto.grpc.internal.reflection;

import org.jspecify.annotations.NullMarked;
