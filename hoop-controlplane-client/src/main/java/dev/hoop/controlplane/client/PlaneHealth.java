package dev.hoop.controlplane.client;

import java.time.Instant;
import java.util.Optional;

/**
 * How the conversation with the plane goes, for {@code /stats} and {@code /readyz}.
 *
 * @param lastContact when it last answered
 * @param trouble why the newest call got no answer; empty when it did, or when there was no call yet
 * @param streaming whether it tells of decisions as they are made
 * @param waiting how many statements wait for a decision
 */
public record PlaneHealth(Optional<Instant> lastContact, Optional<String> trouble, boolean streaming, int waiting) {}
