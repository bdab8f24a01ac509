package dev.hoop.core.spi;

import dev.hoop.core.guardrail.RuleType;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The entry of a protocol module, found by {@link java.util.ServiceLoader}.
 *
 * @param <C> the record that the protocol's own block of a listener binds to; the block's key is the protocol id
 */
public interface ListenerFactory<C extends Record> {

    /** The protocol id in {@code listeners[].protocol}; lower case, and the key of the protocol's own block. */
    String protocol();

    /** The record type of the protocol's own block. Every component has a default, since the block may be left out. */
    Class<C> configType();

    /** The rule types that only this protocol has, beside those of the engine. */
    default List<RuleType<?>> ruleTypes() {
        return List.of();
    }

    /** Operations that {@code operation} rules may name; empty when any word may be one. */
    default List<String> operations() {
        return List.of();
    }

    /** Whether its statements tell the relations that they touch, so that {@code table} rules can match. */
    default boolean namesRelations() {
        return false;
    }

    /** Whether it reads who asks from {@code identity_header}; a listener of another protocol must not have that key. */
    default boolean readsIdentityHeader() {
        return false;
    }

    /** Protocols to offer by ALPN where the listener ends TLS; empty for none. */
    default List<String> alpnProtocols() {
        return List.of();
    }

    /** Protocols to offer by ALPN to an upstream that is spoken to over TLS; empty for none. */
    default List<String> upstreamAlpnProtocols() {
        return List.of();
    }

    /**
     * Whether the protocol asks for TLS in its own words, on either side, instead of beginning each connection with it. The
     * context and the upstream then carry an {@link InBandTls} where TLS is configured, and nobody but the session uses it.
     */
    default boolean negotiatesTls() {
        return false;
    }

    /**
     * What the protocol's own block makes known of the upstream's interface, line by line, for the person who writes rules;
     * empty where a protocol knows nothing beforehand.
     */
    default List<String> describe(C config) {
        return List.of();
    }

    /**
     * Asks a server for a description of its interface, as a file that the protocol's own block takes. Blocks: not to be
     * called on a loop.
     *
     * @param patience for each answer
     * @return empty where the protocol has no such question
     * @throws IOException when the server cannot be reached or does not tell; the message says what to look at
     */
    default Optional<byte[]> discover(Upstream upstream, EventLoop loop, Duration patience) throws IOException {
        return Optional.empty();
    }

    /**
     * Creates one listener, without opening a socket.
     *
     * @throws IllegalArgumentException when the configuration cannot work; the message says what to write instead
     */
    Listener create(ListenerContext<C> context);
}
