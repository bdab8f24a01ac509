/** Length-prefixed messages (gRPC over HTTP2, "Length-Prefixed-Message") and their compression. */
@NullMarked
package dev.hoop.proto.grpc.internal.codec;

import org.jspecify.annotations.NullMarked;
