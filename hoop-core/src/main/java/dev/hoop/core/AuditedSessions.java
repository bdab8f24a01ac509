package dev.hoop.core;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.relay.SessionEvents;
import dev.hoop.core.spi.Downstream;
import java.time.Duration;
import java.util.Map;

/** Records the sessions of one listener. Nothing waits for these records: each statement has one of its own. */
final class AuditedSessions implements SessionEvents {

    private final String listener;
    private final String protocol;
    private final AuditTrail trail;

    AuditedSessions(String listener, String protocol, AuditTrail trail) {
        this.listener = listener;
        this.protocol = protocol;
        this.trail = trail;
    }

    @Override
    public void opened(Downstream downstream) {
        Map<String, String> attributes =
                downstream.alpn().map(agreed -> Map.of("alpn", agreed)).orElse(Map.of());
        trail.record(
                new AuditEvent.SessionOpened(
                        listener, protocol, downstream.sessionId(), downstream.peerAddress(), attributes),
                downstream.channel().eventLoop());
    }

    @Override
    public void closed(Downstream downstream, Duration lasted) {
        trail.record(
                new AuditEvent.SessionClosed(listener, downstream.sessionId(), downstream.peerAddress(), lasted),
                downstream.channel().eventLoop());
    }
}
