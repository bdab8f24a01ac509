package dev.hoop.core.relay;

/**
 * What a listener did since it was bound.
 *
 * @param active connections that are open now
 * @param accepted connections that were taken
 * @param overLimit connections that were closed at once, as there were too many
 * @param failedHandshakes connections whose TLS handshake failed or took too long
 * @param failedAccepts times that the platform refused to hand out a connection, for example for want of descriptors
 */
public record ListenerCounters(long active, long accepted, long overLimit, long failedHandshakes, long failedAccepts) {}
