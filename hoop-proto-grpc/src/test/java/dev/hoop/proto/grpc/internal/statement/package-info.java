/** Connections and calls by themselves. */
@org.jspecify.annotations.NullMarked
package dev.hoop.proto.grpc.internal.statement;
