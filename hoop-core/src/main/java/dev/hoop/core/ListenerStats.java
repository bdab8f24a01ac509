package dev.hoop.core;

import dev.hoop.core.gate.GateStats;
import dev.hoop.core.relay.ListenerCounters;

/**
 * What one listener did since it was bound.
 *
 * @param name its name in the configuration
 * @param protocol its protocol id
 * @param connections counts of its connections
 * @param gate counts of its statements
 */
public record ListenerStats(String name, String protocol, ListenerCounters connections, GateStats.Snapshot gate) {}
