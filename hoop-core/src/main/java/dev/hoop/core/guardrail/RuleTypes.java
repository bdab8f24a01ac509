package dev.hoop.core.guardrail;

import dev.hoop.config.Echo;
import dev.hoop.config.Located;
import dev.hoop.config.Nearest;
import dev.hoop.config.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rule types of this build: the engine's and those that protocols bring. Immutable. */
final class RuleTypes {

    /** Types that a configuration may have but this build does not. A type leaves the list by being brought. */
    private static final List<String> NOT_SUPPORTED = List.of("pii", "grpc_method", "grpc_status", "ai_analysis");

    private static final List<RuleType<?>> OF_THE_ENGINE =
            List.of(new OperationRule(), new TableRule(), new PatternRule(), new WordsRule());

    /**
     * A type and whose it is.
     *
     * @param protocol the protocol that has it; empty where every protocol has it
     */
    record Known(RuleType<?> type, Optional<String> protocol) {

        boolean isInForceOn(RuleVocabulary vocabulary) {
            return protocol.isPresent()
                    ? protocol.get().equals(vocabulary.protocol())
                    : vocabulary.namesRelations() || !type.name().equals(TableRule.NAME);
        }
    }

    private final Map<String, Known> known = new LinkedHashMap<>();

    /** @throws IllegalArgumentException when two bring a type of the same name: a fault of the class path */
    RuleTypes(List<RuleVocabulary> vocabularies) {
        OF_THE_ENGINE.forEach(type -> add(new Known(type, Optional.empty())));
        for (RuleVocabulary vocabulary : vocabularies) {
            vocabulary.types().forEach(type -> add(new Known(type, Optional.of(vocabulary.protocol()))));
        }
    }

    private void add(Known type) {
        if (known.putIfAbsent(type.type().name(), type) != null) {
            throw new IllegalArgumentException(
                    "the rule type " + type.type().name() + " is brought twice; keep one protocol module that has it");
        }
    }

    /** The type of that name; a problem when there is none. */
    Optional<Known> find(Located<String> name, Problems problems) {
        Known found = known.get(name.value());
        if (found == null) {
            refuse(name, problems);
        }
        return Optional.ofNullable(found);
    }

    private void refuse(Located<String> name, Problems problems) {
        if (NOT_SUPPORTED.contains(name.value())) {
            problems.add(
                    name.position(),
                    "rules of type `" + name.value() + "` are not supported by this build",
                    "remove the rule");
            return;
        }
        List<String> words = new ArrayList<>(known.keySet());
        problems.add(
                name.position(),
                "unknown rule type " + Echo.of("type", name.value()),
                Nearest.to(name.value(), words)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse("write one of `" + String.join("`, `", words) + "`"));
    }
}
