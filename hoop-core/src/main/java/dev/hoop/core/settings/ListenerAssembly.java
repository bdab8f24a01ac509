package dev.hoop.core.settings;

import dev.hoop.config.Located;
import dev.hoop.config.Position;
import dev.hoop.config.Problems;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.guardrail.Guardrails;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleSet;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.KeyFiles;
import dev.hoop.core.relay.UpstreamTls;
import dev.hoop.core.settings.ListenerKeys.DownstreamTlsKeys;
import dev.hoop.core.settings.ListenerKeys.ReviewKeys;
import dev.hoop.core.settings.ListenerKeys.UpstreamTlsKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes listeners of drafts: adds what is inherited, and checks what only shows when all are seen. */
final class ListenerAssembly {

    private final Map<String, List<Rule>> inheritedRules;
    private final GuardrailMode inheritedMode;
    private final Optional<Path> trustedCaFile;
    private final Problems problems;

    ListenerAssembly(
            Map<String, List<Rule>> inheritedRules,
            GuardrailMode inheritedMode,
            Optional<Path> trustedCaFile,
            Problems problems) {
        this.inheritedRules = inheritedRules;
        this.inheritedMode = inheritedMode;
        this.trustedCaFile = trustedCaFile;
        this.problems = problems;
    }

    /**
     * The listeners whose every part could be read; where one is missing, there is a problem that says so.
     *
     * @param own where the sidecar's own endpoints listen
     */
    List<ListenerSettings> assemble(List<ListenerDraft> drafts, List<Located<Address>> own) {
        checkNames(drafts);
        checkAddresses(drafts, own);
        return drafts.stream().flatMap(draft -> assemble(draft).stream()).toList();
    }

    private void checkNames(List<ListenerDraft> drafts) {
        Map<String, Position> first = new HashMap<>();
        for (ListenerDraft draft : drafts) {
            draft.name().ifPresent(name -> {
                Position earlier = first.putIfAbsent(name.value(), name.position());
                if (earlier != null) {
                    problems.add(
                            name.position(),
                            "the listener in line " + earlier.line() + " is named `" + name.value() + "`, too",
                            "give each listener a name of its own");
                }
            });
        }
    }

    private void checkAddresses(List<ListenerDraft> drafts, List<Located<Address>> own) {
        List<Located<Address>> taken = new ArrayList<>();
        Stream.concat(own.stream(), drafts.stream().flatMap(draft -> draft.listen().stream()))
                .forEach(address -> {
                    taken.stream()
                            .filter(other -> Places.collide(address.value(), other.value()))
                            .findFirst()
                            .ifPresent(other -> problems.add(
                                    address.position(),
                                    "`listen` takes the same port as line "
                                            + other.position().line(),
                                    "give each listener an address of its own"));
                    taken.add(address);
                });
    }

    private Optional<ListenerSettings> assemble(ListenerDraft draft) {
        Guardrails guardrails = guardrails(draft);
        draft.review().ifPresent(review -> checkApprovalRule(review, guardrails));
        if (draft.name().isEmpty()
                || draft.protocol().isEmpty()
                || draft.protocolConfig().isEmpty()
                || draft.listen().isEmpty()
                || draft.upstream().isEmpty()
                || draft.tls().isEmpty()
                || draft.traffic().isEmpty()
                || draft.review().isEmpty()) {
            return Optional.empty();
        }
        ListenerKeys.Traffic traffic = draft.traffic().get();
        ListenerKeys.Tls tls = draft.tls().get();
        return Optional.of(new ListenerSettings(
                draft.written().position(),
                draft.name().get().value(),
                draft.protocol().get().protocol(),
                draft.protocolConfig().get(),
                draft.listen().get().value(),
                draft.upstream().get(),
                tls.upstreamTls().map(this::upstreamTls),
                tls.downstreamTls().map(ListenerAssembly::keyFiles),
                traffic.identityHeader().map(Located::value),
                Duration.ofSeconds(traffic.idleTimeoutSec()),
                traffic.maxConns(),
                guardrails,
                review(draft.review().get())));
    }

    private Guardrails guardrails(ListenerDraft draft) {
        List<Rule> inherited = draft.protocol()
                .map(protocol -> inheritedRules.getOrDefault(protocol.protocol(), List.of()))
                .orElse(List.of());
        List<Rule> rules =
                Stream.concat(draft.ownRules().stream(), inherited.stream()).toList();
        return new Guardrails(draft.mode().orElse(inheritedMode), RuleSet.of(rules));
    }

    private void checkApprovalRule(ReviewKeys review, Guardrails guardrails) {
        if (guardrails.canRequireReview() && review.approvalRule().isEmpty()) {
            problems.add(
                    review.position(),
                    "a rule here can require a review, and nothing says who approves",
                    "add `review: {approval_rule: NAME}`, a rule of the control plane");
        }
    }

    private static ReviewSettings review(ReviewKeys keys) {
        return new ReviewSettings(
                keys.approvalRule(),
                keys.mode(),
                keys.message(),
                Duration.ofSeconds(keys.holdTimeoutSec()),
                keys.showApprover());
    }

    private UpstreamTls upstreamTls(UpstreamTlsKeys keys) {
        Optional<KeyFiles> identity =
                keys.certFile().flatMap(cert -> keys.keyFile().map(key -> new KeyFiles(cert.path(), key.path())));
        return new UpstreamTls(
                keys.caFile().map(ExistingFile::path).or(() -> trustedCaFile),
                keys.serverName(),
                identity,
                keys.insecureSkipVerify());
    }

    private static KeyFiles keyFiles(DownstreamTlsKeys keys) {
        return new KeyFiles(keys.certFile().path(), keys.keyFile().path());
    }
}
