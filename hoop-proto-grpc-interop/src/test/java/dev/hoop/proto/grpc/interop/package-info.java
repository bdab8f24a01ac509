/** The interoperability suite of the gRPC project through a sidecar. */
@org.jspecify.annotations.NullMarked
package dev.hoop.proto.grpc.interop;
