package dev.hoop.bench;

import dev.hoop.controlplane.client.NoPlane;
import dev.hoop.core.audit.AuditDestination;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.gate.DefaultGate;
import dev.hoop.core.gate.GateConfig;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.guardrail.Guardrails;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.OperationScope;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleAction;
import dev.hoop.core.guardrail.RuleSet;
import dev.hoop.core.spi.Fingerprints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What benchmarks judge by: one rule, and an audit trail in a file.
 *
 * @param trail the gate's; to be closed by who has it
 */
record SampleGate(DefaultGate gate, AuditTrail trail) {

    static final Fingerprints FINGERPRINTS = new Fingerprints(new byte[] {1});

    /** @param denied the operation that its rule denies */
    static SampleGate open(Path file, boolean failOpen, String denied) throws IOException {
        AuditTrail trail = AuditTrail.open(
                AuditDestination.parse(file.toString()), new AuditOptions(failOpen, false, 8192, 256), FINGERPRINTS);
        Rule rule = new Rule(
                "sample",
                "operation",
                RuleAction.DENY,
                Rule.defaultMessage("sample"),
                OperationScope.of(List.of(denied)),
                (Matcher.OfHead) statement -> true);
        GateConfig config = GateConfig.of(
                "bench", new Guardrails(GuardrailMode.ENFORCE, RuleSet.of(List.of(rule))), Optional.empty());
        return new SampleGate(new DefaultGate(config, new NoPlane(), trail), trail);
    }
}
