package dev.hoop.sidecar.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.core.ListenerStats;
import dev.hoop.core.RunningListener;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.gate.GateStats;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.ListenerCounters;
import dev.hoop.sidecar.VersionProvider;
import dev.hoop.sidecar.mcp.SidecarMcp;
import dev.hoop.sidecar.run.Sidecar;
import dev.hoop.web.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Collectors;

/** The counts of a sidecar as JSON. */
final class Stats {

    private final Sidecar sidecar;
    private final SidecarMcp mcp;
    private final Instant started = Instant.now();

    Stats(Sidecar sidecar, SidecarMcp mcp) {
        this.sidecar = sidecar;
        this.mcp = mcp;
    }

    ObjectNode json() {
        ObjectNode root = Json.object();
        root.put("version", VersionProvider.version());
        root.put("started_at", started.truncatedTo(ChronoUnit.SECONDS).toString());
        root.put("uptime_sec", Duration.between(started, Instant.now()).toSeconds());
        Map<String, RunningListener> running =
                sidecar.engine().running().stream().collect(Collectors.toMap(RunningListener::name, one -> one));
        ArrayNode listeners = root.putArray("listeners");
        for (ListenerStats one : sidecar.engine().stats()) {
            ObjectNode listener = listeners.addObject();
            listener.put("name", one.name());
            listener.put("protocol", one.protocol());
            RunningListener bound = running.get(one.name());
            if (bound != null) {
                listener.put("address", bound.address().toString());
            }
            listener.set("connections", connections(one.connections()));
            listener.set("statements", statements(one.gate()));
            listener.set("reviews", reviews(one.gate()));
        }
        AuditTrail.Counts audit = sidecar.auditCounts();
        root.putObject("audit").put("recorded", audit.recorded()).put("lost", audit.lost());
        sidecar.planeHealth().ifPresent(health -> {
            ObjectNode plane = root.putObject("control_plane");
            plane.put("reachable", health.trouble().isEmpty());
            health.trouble().ifPresent(why -> plane.put("trouble", why));
            health.lastContact()
                    .ifPresent(at -> plane.put(
                            "last_contact_at",
                            at.truncatedTo(ChronoUnit.SECONDS).toString()));
            plane.put("streaming", health.streaming());
            plane.put("waiting", health.waiting());
        });
        mcp.address()
                .ifPresent(at -> root.putObject("mcp")
                        .put("address", new Address.Tcp(at.getHostString(), at.getPort()).toString())
                        .put("waiting", mcp.waiting()));
        return root;
    }

    private static ObjectNode connections(ListenerCounters counters) {
        return Json.object()
                .put("active", counters.active())
                .put("accepted", counters.accepted())
                .put("over_limit", counters.overLimit())
                .put("failed_handshakes", counters.failedHandshakes())
                .put("failed_accepts", counters.failedAccepts());
    }

    private static ObjectNode statements(GateStats.Snapshot gate) {
        ObjectNode statements = Json.object()
                .put("judged", gate.statements())
                .put("forwarded", gate.forwarded())
                .put("refused", gate.refused())
                .put("abandoned", gate.abandoned())
                .put("held", gate.heldNow())
                .put("would_deny", gate.wouldDeny())
                .put("responses_denied", gate.responsesDenied())
                .put("requests_refused", gate.requestsRefused())
                .put("audit_failures", gate.auditFailures());
        ObjectNode rules = statements.putObject("denied_by_rule");
        gate.deniedByRule().forEach(rules::put);
        return statements;
    }

    private static ObjectNode reviews(GateStats.Snapshot gate) {
        return Json.object()
                .put("filed", gate.reviewsFiled())
                .put("released", gate.reviewsReleased())
                .put("rejected", gate.reviewsRejected())
                .put("expired", gate.reviewsExpired())
                .put("otherwise_ended", gate.reviewsOtherwiseEnded())
                .put("failed", gate.reviewsFailed())
                .put("holds_timed_out", gate.holdsTimedOut())
                .put("approvals_spent_in_vain", gate.approvalsSpentInVain())
                .put("hold_seconds", gate.holdTime().toMillis() / 1000.0);
    }
}
