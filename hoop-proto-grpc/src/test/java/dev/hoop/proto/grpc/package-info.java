/** The gRPC listener against real peers. */
@org.jspecify.annotations.NullMarked
package dev.hoop.proto.grpc;
