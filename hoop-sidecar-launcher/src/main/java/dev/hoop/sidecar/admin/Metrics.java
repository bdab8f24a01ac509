package dev.hoop.sidecar.admin;

import dev.hoop.core.ListenerStats;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.sidecar.VersionProvider;
import dev.hoop.sidecar.run.Sidecar;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The counts of a sidecar in the Prometheus text format, taken at the moment of the scrape: the engine counts anyway, so
 * nothing is counted twice.
 */
final class Metrics {

    private final Sidecar sidecar;
    private final List<ListenerStats> stats;
    private final List<MetricSnapshot> metrics = new ArrayList<>();

    Metrics(Sidecar sidecar) {
        this.sidecar = sidecar;
        this.stats = sidecar.engine().stats();
    }

    byte[] text() {
        connections();
        statements();
        reviews();
        process();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(out, new MetricSnapshots(metrics));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private void connections() {
        gauge(
                "hoop_connections_active",
                "Connections that are open now.",
                one -> one.connections().active());
        counter("hoop_connections", "Connections by what became of them.", "outcome", outcomes -> {
            outcomes.put("accepted", one -> one.connections().accepted());
            outcomes.put("over_limit", one -> one.connections().overLimit());
            outcomes.put("handshake_failed", one -> one.connections().failedHandshakes());
            outcomes.put("accept_failed", one -> one.connections().failedAccepts());
        });
    }

    private void statements() {
        counter("hoop_statements", "Statements by what became of them.", "outcome", outcomes -> {
            outcomes.put("forwarded", one -> one.gate().forwarded());
            outcomes.put("refused", one -> one.gate().refused());
            outcomes.put("abandoned", one -> one.gate().abandoned());
        });
        counter(
                "hoop_requests_refused",
                "Refused before they could become statements.",
                one -> one.gate().requestsRefused());
        counter(
                "hoop_responses_denied",
                "Answers that a response rule stopped.",
                one -> one.gate().responsesDenied());
        counter(
                "hoop_would_deny",
                "What guardrails that only observe would have refused.",
                one -> one.gate().wouldDeny());
        counter(
                "hoop_statement_audit_failures",
                "Refused since their record could not be written.",
                one -> one.gate().auditFailures());
        CounterSnapshot.Builder denied =
                CounterSnapshot.builder().name("hoop_denied").help("Statements that a rule refused.");
        for (ListenerStats one : stats) {
            one.gate()
                    .deniedByRule()
                    .forEach((rule, count) ->
                            denied.dataPoint(point(count, Labels.of("listener", one.name(), "rule", rule))));
        }
        metrics.add(denied.build());
    }

    private void reviews() {
        gauge(
                "hoop_statements_held",
                "Statements that wait for a person now.",
                one -> one.gate().heldNow());
        counter("hoop_reviews", "Reviews by what became of them on this sidecar.", "outcome", outcomes -> {
            outcomes.put("filed", one -> one.gate().reviewsFiled());
            outcomes.put("released", one -> one.gate().reviewsReleased());
            outcomes.put("rejected", one -> one.gate().reviewsRejected());
            outcomes.put("expired", one -> one.gate().reviewsExpired());
            outcomes.put("otherwise_ended", one -> one.gate().reviewsOtherwiseEnded());
            outcomes.put("failed", one -> one.gate().reviewsFailed());
            outcomes.put("hold_timed_out", one -> one.gate().holdsTimedOut());
            outcomes.put("spent_in_vain", one -> one.gate().approvalsSpentInVain());
        });
        counter(
                "hoop_hold_seconds",
                "The time of all ended holds, in seconds.",
                one -> one.gate().holdTime().toMillis() / 1000.0);
    }

    private void process() {
        AuditTrail.Counts audit = sidecar.auditCounts();
        metrics.add(CounterSnapshot.builder()
                .name("hoop_audit_records")
                .help("Audit records by what became of them.")
                .dataPoint(point(audit.recorded(), Labels.of("outcome", "written")))
                .dataPoint(point(audit.lost(), Labels.of("outcome", "lost")))
                .build());
        sidecar.planeHealth().ifPresent(health -> {
            single(
                    "hoop_control_plane_reachable",
                    "1 when the newest call to the Control Plane was answered.",
                    health.trouble().isEmpty() ? 1 : 0);
            single(
                    "hoop_control_plane_streaming",
                    "1 while the Control Plane tells of decisions as they are made.",
                    health.streaming() ? 1 : 0);
        });
        metrics.add(InfoSnapshot.builder()
                .name("hoop_build")
                .help("This build.")
                .dataPoint(InfoDataPointSnapshot.builder()
                        .labels(Labels.of("version", VersionProvider.version()))
                        .build())
                .build());
    }

    private void counter(String name, String help, ToDoubleFunction<ListenerStats> value) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
        stats.forEach(one -> counter.dataPoint(point(value.applyAsDouble(one), Labels.of("listener", one.name()))));
        metrics.add(counter.build());
    }

    private void counter(
            String name,
            String help,
            String label,
            java.util.function.Consumer<Map<String, ToDoubleFunction<ListenerStats>>> fill) {
        Map<String, ToDoubleFunction<ListenerStats>> outcomes = new LinkedHashMap<>();
        fill.accept(outcomes);
        CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
        for (ListenerStats one : stats) {
            outcomes.forEach((word, value) ->
                    counter.dataPoint(point(value.applyAsDouble(one), Labels.of("listener", one.name(), label, word))));
        }
        metrics.add(counter.build());
    }

    private void gauge(String name, String help, ToDoubleFunction<ListenerStats> value) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        stats.forEach(one -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(Labels.of("listener", one.name()))
                .value(value.applyAsDouble(one))
                .build()));
        metrics.add(gauge.build());
    }

    private void single(String name, String help, double value) {
        metrics.add(GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build());
    }

    private static CounterDataPointSnapshot point(double value, Labels labels) {
        return CounterDataPointSnapshot.builder().value(value).labels(labels).build();
    }
}
