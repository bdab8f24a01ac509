/** What calls are made of on the wire, as the protocol's description names it: gRPC over HTTP2 of the gRPC project. */
@NullMarked
package dev.hoop.proto.grpc.internal.message;

import org.jspecify.annotations.NullMarked;
