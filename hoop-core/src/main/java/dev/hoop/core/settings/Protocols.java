package dev.hoop.core.settings;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.ConfigNode.Entry;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.Echo;
import dev.hoop.config.Located;
import dev.hoop.config.Nearest;
import dev.hoop.config.Problems;
import dev.hoop.core.guardrail.RuleVocabulary;
import dev.hoop.core.spi.ListenerFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The protocols of this build, by their ids. */
final class Protocols {

    private final Map<String, ListenerFactory<?>> factories = new LinkedHashMap<>();
    private final Map<String, RuleVocabulary> vocabularies = new LinkedHashMap<>();

    /** @throws IllegalArgumentException when two have the same id: a fault of the class path */
    Protocols(List<ListenerFactory<?>> factories) {
        for (ListenerFactory<?> factory : factories) {
            ListenerFactory<?> earlier = this.factories.putIfAbsent(factory.protocol(), factory);
            if (earlier != null) {
                throw new IllegalArgumentException("the protocol " + factory.protocol() + " is there twice, as "
                        + earlier.getClass().getName() + " and as "
                        + factory.getClass().getName() + "; keep one of their modules on the class path");
            }
            vocabularies.put(
                    factory.protocol(),
                    new RuleVocabulary(
                            factory.protocol(), factory.ruleTypes(), factory.operations(), factory.namesRelations()));
        }
    }

    /** What rules may speak of, for every protocol. */
    List<RuleVocabulary> vocabularies() {
        return List.copyOf(vocabularies.values());
    }

    /** What rules may speak of on listeners of that protocol. */
    Optional<RuleVocabulary> vocabulary(String protocol) {
        return Optional.ofNullable(vocabularies.get(protocol));
    }

    /** Keys that protocols' own blocks have, those of protocols that are not here included. */
    List<String> blocks() {
        Set<String> blocks = new LinkedHashSet<>(factories.keySet());
        blocks.addAll(NotYetSupported.PROTOCOLS);
        return List.copyOf(blocks);
    }

    /** The protocol of that id; a problem when it is not here. */
    Optional<ListenerFactory<?>> find(Located<String> protocol, Problems problems) {
        ListenerFactory<?> found = factories.get(protocol.value());
        if (found != null) {
            return Optional.of(found);
        }
        List<String> known = new ArrayList<>(factories.keySet());
        String choice = "write one of `" + String.join("`, `", known) + "`";
        if (NotYetSupported.PROTOCOLS.contains(protocol.value())) {
            problems.add(
                    protocol.position(),
                    "the protocol `" + protocol.value() + "` is not part of this build",
                    choice + ", or remove the listener");
        } else {
            problems.add(
                    protocol.position(),
                    "unknown protocol " + Echo.of("protocol", protocol.value()),
                    Nearest.to(protocol.value(), known)
                            .map(near -> "did you mean `" + near + "`?")
                            .orElse(choice));
        }
        return Optional.empty();
    }

    /** The listener's own block, bound; what the protocol takes for granted where there is none. */
    Optional<Record> block(Mapping listener, ListenerFactory<?> factory, Problems problems) {
        for (Entry entry : listener.entries()) {
            if (blocks().contains(entry.key()) && !entry.key().equals(factory.protocol())) {
                problems.add(
                        entry.keyPosition(),
                        "the `" + entry.key() + "` block is for `" + entry.key() + "` listeners, this one is `"
                                + factory.protocol() + "`",
                        "remove it");
            }
        }
        ConfigNode block = listener.get(factory.protocol()).orElse(Mapping.empty(listener.position()));
        if (block instanceof ConfigNode.Scalar scalar && scalar.isExplicitNull()) {
            block = Mapping.empty(block.position());
        }
        return Binder.bind(block, factory.configType(), problems).map(config -> config);
    }
}
