package dev.hoop.core;

import dev.hoop.core.relay.Address;

/**
 * A listener that accepts.
 *
 * @param name its name in the configuration
 * @param protocol its protocol id
 * @param address the real address, with the real port
 */
public record RunningListener(String name, String protocol, Address address) {}
