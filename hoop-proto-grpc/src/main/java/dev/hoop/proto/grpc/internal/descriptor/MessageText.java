package dev.hoop.proto.grpc.internal.descriptor;

/**
 * A message as text.
 *
 * @param json as canonical protobuf JSON
 * @param values its texts and byte strings as they are, a line each: what JSON escapes a rule must see as it is
 */
public record MessageText(String json, String values) {}
