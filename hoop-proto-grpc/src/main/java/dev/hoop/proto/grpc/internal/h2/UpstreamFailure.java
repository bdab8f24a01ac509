package dev.hoop.proto.grpc.internal.h2;

/**
 * Why a call has no stream to the upstream, in words for the client.
 *
 * @param text free of the upstream's own words
 */
public record UpstreamFailure(String text) {}
