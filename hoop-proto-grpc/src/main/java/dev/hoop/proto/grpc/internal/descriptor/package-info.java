/** Descriptor sets, and messages read by them. Immutable and safe for many threads. */
@NullMarked
package dev.hoop.proto.grpc.internal.descriptor;

import org.jspecify.annotations.NullMarked;
