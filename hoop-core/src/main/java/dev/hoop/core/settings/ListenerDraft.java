package dev.hoop.core.settings;

import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.Located;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleVocabulary;
import dev.hoop.core.relay.Address;
import dev.hoop.core.spi.ListenerFactory;
import java.util.List;
import java.util.Optional;

/**
 * A listener as far as it could be read. Each part is there unless it had a problem, so that checks across listeners see
 * what can be seen.
 */
record ListenerDraft(
        Mapping written,
        Optional<Located<String>> name,
        Optional<ListenerFactory<?>> protocol,
        Optional<RuleVocabulary> vocabulary,
        Optional<Record> protocolConfig,
        Optional<Located<Address>> listen,
        Optional<Address> upstream,
        Optional<ListenerKeys.Tls> tls,
        Optional<ListenerKeys.Traffic> traffic,
        Optional<GuardrailMode> mode,
        List<Rule> ownRules,
        Optional<ListenerKeys.ReviewKeys> review) {}
