package dev.hoop.core;

import dev.hoop.core.gate.DefaultGate;
import dev.hoop.core.gate.GateConfig;
import dev.hoop.core.gate.GateLimits;
import dev.hoop.core.gate.ReviewTerms;
import dev.hoop.core.gate.ShownReviews;
import dev.hoop.core.relay.Dialer;
import dev.hoop.core.relay.FailedHandshakes;
import dev.hoop.core.relay.ListenerServer;
import dev.hoop.core.relay.ListenerSpec;
import dev.hoop.core.relay.TlsContexts;
import dev.hoop.core.settings.ListenerSettings;
import dev.hoop.core.spi.InBandTls;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.review.ReviewDenials;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.Optional;

/** One configured listener, built: its gate, its sessions, its socket. */
final class Lane {

    private final ListenerSettings settings;
    private final DefaultGate gate;
    private final Listener listener;
    private final ListenerServer server;

    private Lane(ListenerSettings settings, DefaultGate gate, Listener listener, ListenerServer server) {
        this.settings = settings;
        this.gate = gate;
        this.listener = listener;
        this.server = server;
    }

    /**
     * Opens no socket.
     *
     * @param mcp whether this sidecar serves MCP, which denials then name
     * @throws IllegalArgumentException when it cannot work; the message says what to write instead
     */
    static Lane build(ListenerSettings settings, ListenerFactory<?> factory, EngineParts parts, boolean mcp) {
        DefaultGate gate = new DefaultGate(gateConfig(settings, mcp), parts.reviews(), parts.trail());
        Optional<SslContext> tls =
                settings.downstreamTls().map(files -> TlsContexts.server(files, factory.alpnProtocols()));
        boolean inBand = factory.negotiatesTls();
        FailedHandshakes failures = new FailedHandshakes(settings.name());
        Optional<InBandTls> inBandTls = inBand
                ? tls.map(context -> failures.inBand(context, ListenerSpec.DEFAULT_HANDSHAKE_TIMEOUT))
                : Optional.empty();
        Listener listener = create(factory, settings, gate, inBandTls, parts);
        ListenerSpec spec = new ListenerSpec(
                settings.name(),
                settings.listen(),
                inBand ? Optional.empty() : tls,
                settings.maxConnections(),
                ListenerSpec.DEFAULT_HANDSHAKE_TIMEOUT);
        ListenerServer server = new ListenerServer(
                parts.transport(),
                spec,
                listener,
                new AuditedSessions(settings.name(), settings.protocol(), parts.trail()),
                failures);
        return new Lane(settings, gate, listener, server);
    }

    private static <C extends Record> Listener create(
            ListenerFactory<C> factory,
            ListenerSettings settings,
            DefaultGate gate,
            Optional<InBandTls> inBandTls,
            EngineParts parts) {
        Dialer upstream = new Dialer(
                parts.transport(),
                settings.upstream(),
                settings.upstreamTls(),
                factory.negotiatesTls(),
                factory.upstreamAlpnProtocols(),
                Dialer.DEFAULT_TIMEOUT);
        return factory.create(new ListenerContext<>(
                settings.name(),
                factory.configType().cast(settings.protocolConfig()),
                upstream,
                gate,
                new ShownReviews(parts.reviews(), name -> settings.review().showApprover()),
                parts.fingerprints(),
                settings.identityHeader(),
                inBandTls,
                settings.idleTimeout()));
    }

    private static GateConfig gateConfig(ListenerSettings settings, boolean mcp) {
        Optional<ReviewTerms> terms = settings.review()
                .approvalRule()
                .map(rule -> new ReviewTerms(
                        rule,
                        settings.review().mode(),
                        settings.review().holdTimeout(),
                        settings.review().showApprover(),
                        new ReviewDenials(settings.review().message(), mcp)));
        return new GateConfig(settings.name(), settings.guardrails(), List.of(), terms, GateLimits.DEFAULT);
    }

    ListenerSettings settings() {
        return settings;
    }

    Listener listener() {
        return listener;
    }

    ListenerServer server() {
        return server;
    }

    ListenerStats stats() {
        return new ListenerStats(
                settings.name(),
                settings.protocol(),
                server.counters(),
                gate.stats().snapshot());
    }
}
