package dev.hoop.core.settings;

import dev.hoop.config.ConfigNode;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Sequence;
import dev.hoop.config.Default;
import dev.hoop.config.Located;
import dev.hoop.config.NotEmpty;
import dev.hoop.config.Position;
import dev.hoop.config.Range;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.review.ReviewMode;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a listener as they are written, in groups that are bound one by one: a problem in one group does not hide
 * those of another.
 */
final class ListenerKeys {

    private ListenerKeys() {}

    /** What a listener is. */
    record Identity(
            @NotEmpty Located<String> name, @NotEmpty Located<String> protocol) {}

    /** Where a listener is, and where its upstream is. */
    record Places(Located<String> listen, @Default("tcp") Network network, Located<String> upstream) {}

    /** What {@code listen} is. */
    enum Network {
        TCP,
        UNIX
    }

    /** TLS on either side. */
    record Tls(Optional<UpstreamTlsKeys> upstreamTls, Optional<DownstreamTlsKeys> downstreamTls) {}

    /** TLS towards the upstream. */
    record UpstreamTlsKeys(
            Optional<ExistingFile> caFile,
            @NotEmpty Optional<String> serverName,
            Optional<ExistingFile> certFile,
            Optional<ExistingFile> keyFile,
            @Default("false") boolean insecureSkipVerify) {
        UpstreamTlsKeys {
            if (certFile.isPresent() != keyFile.isPresent()) {
                throw new IllegalArgumentException("`cert_file` and `key_file` belong together; write both or neither");
            }
        }
    }

    /** TLS towards the clients. */
    record DownstreamTlsKeys(ExistingFile certFile, ExistingFile keyFile) {}

    /** Who connects, how many, how long. */
    record Traffic(
            Optional<Located<String>> identityHeader,
            @Default("0") @Range(min = 0, max = 604_800) int idleTimeoutSec,
            @Default("0") @Range(min = 0, max = 1_000_000) int maxConns) {}

    /** What is forbidden, beyond what is inherited. */
    record Guarding(@Default("{}") GuardrailKeys guardrails) {}

    /** Who approves. */
    record Reviewing(@Default("{}") ReviewKeys review) {}

    /** Also the top level's {@code guardrails}. */
    record GuardrailKeys(Optional<GuardrailMode> mode, List<ConfigNode> rules) {

        /** The rules that are written there, also where something beside them is wrong, so that theirs is told in the same run. */
        static List<ConfigNode> rules(Mapping written, Optional<GuardrailKeys> bound) {
            return bound.map(GuardrailKeys::rules)
                    .or(() -> written.get("guardrails")
                            .filter(Mapping.class::isInstance)
                            .flatMap(block -> ((Mapping) block).get("rules"))
                            .filter(Sequence.class::isInstance)
                            .map(rules -> ((Sequence) rules).items()))
                    .orElse(List.of());
        }
    }

    /** How statements are reviewed. */
    record ReviewKeys(
            Position position,
            @NotEmpty Optional<String> approvalRule,
            @Default("hold") ReviewMode mode,

            @Default("statement held for human approval") @NotEmpty
            String message,

            @Default("1800") @Range(min = 1, max = 86_400) int holdTimeoutSec,
            @Default("true") boolean showApprover) {}
}
