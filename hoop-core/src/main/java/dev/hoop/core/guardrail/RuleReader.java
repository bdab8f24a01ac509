package dev.hoop.core.guardrail;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Scalar;
import dev.hoop.config.Echo;
import dev.hoop.config.Located;
import dev.hoop.config.Problem;
import dev.hoop.config.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Makes rules of what is written under {@code guardrails.rules}. A rule that can never match is a problem. Confined to one
 * thread; every problem goes to the collector that it was made with.
 */
public final class RuleReader {

    /** A rule that is read, but not yet put to a protocol. */
    private record Draft(RuleFields fields, RuleTypes.Known type, RuleAction action, Matcher matcher) {

        Rule rule(OperationScope scope) {
            return new Rule(
                    fields.name(),
                    type.type().name(),
                    action,
                    fields.message().orElseGet(() -> Rule.defaultMessage(fields.name())),
                    scope,
                    matcher);
        }

        List<Located<String>> operations() {
            return fields.operations().orElse(List.of());
        }
    }

    private final RuleTypes types;
    private final Problems problems;

    /**
     * @param vocabularies those of every protocol of this build
     * @throws IllegalArgumentException when two protocols bring a rule type of the same name
     */
    public RuleReader(List<RuleVocabulary> vocabularies, Problems problems) {
        this.types = new RuleTypes(vocabularies);
        this.problems = problems;
    }

    /** A listener's own rules, in order: each must be able to match on it. */
    public List<Rule> own(List<ConfigNode> written, RuleVocabulary vocabulary) {
        List<Rule> rules = new ArrayList<>();
        for (ConfigNode node : written) {
            draft(node).ifPresent(draft -> {
                if (!draft.type().isInForceOn(vocabulary)) {
                    refuseForeign(draft, vocabulary);
                    return;
                }
                if (knowOperations(draft.operations(), List.of(vocabulary))) {
                    rules.add(draft.rule(OperationScope.of(words(draft.operations()))));
                }
            });
        }
        return List.copyOf(rules);
    }

    /**
     * The rules that every listener inherits, in order, by protocol. A rule is not in force where it cannot match: where its
     * type is another protocol's, or none of its operations is one of the protocol's. It must be in force somewhere.
     *
     * @param inUse the vocabularies of the protocols that listeners have
     * @param complete whether these are all; where a listener could not be read, a rule may be meant for it
     */
    public Map<String, List<Rule>> inherited(List<ConfigNode> written, List<RuleVocabulary> inUse, boolean complete) {
        Map<String, List<Rule>> byProtocol = new LinkedHashMap<>();
        inUse.forEach(vocabulary -> byProtocol.put(vocabulary.protocol(), new ArrayList<>()));
        for (ConfigNode node : written) {
            draft(node).ifPresent(draft -> inherit(draft, inUse, complete, byProtocol));
        }
        return byProtocol;
    }

    private void inherit(
            Draft draft, List<RuleVocabulary> inUse, boolean complete, Map<String, List<Rule>> byProtocol) {
        List<RuleVocabulary> able =
                inUse.stream().filter(draft.type()::isInForceOn).toList();
        if (able.isEmpty()) {
            if (complete) {
                problems.add(
                        draft.fields().type().position(),
                        "no listener is one that a rule of type `"
                                + draft.type().type().name() + "` applies to",
                        draft.type()
                                .protocol()
                                .map(protocol -> "remove it, or add a listener with `protocol: " + protocol + "`")
                                .orElse("remove it"));
            }
            return;
        }
        if (complete && !knowOperations(draft.operations(), able)) {
            return;
        }
        List<String> words = words(draft.operations());
        for (RuleVocabulary vocabulary : able) {
            List<String> own = words.stream().filter(vocabulary::hasOperation).toList();
            if (words.isEmpty() || !own.isEmpty()) {
                byProtocol
                        .computeIfAbsent(vocabulary.protocol(), protocol -> new ArrayList<>())
                        .add(draft.rule(OperationScope.of(own)));
            }
        }
    }

    private Optional<Draft> draft(ConfigNode node) {
        if (!(node instanceof Mapping mapping)) {
            problems.add(node.position(), "a rule must be a mapping, not " + node.described(), "write its fields");
            return Optional.empty();
        }
        Optional<RuleTypes.Known> type = mapping.get("type")
                .filter(word -> word instanceof Scalar)
                .map(word -> new Located<>(((Scalar) word).text(), word.position()))
                .flatMap(word -> types.find(word, problems));
        if (type.isEmpty()) {
            // What else may stand here is not known without the type, but what every rule has is checked.
            Binder.bind(mapping.only(Binder.keysOf(RuleFields.class)), RuleFields.class, problems);
            return Optional.empty();
        }
        return draft(mapping, type.get(), type.get().type());
    }

    private <F extends Record> Optional<Draft> draft(Mapping mapping, RuleTypes.Known known, RuleType<F> type) {
        List<String> ownKeys = Binder.keysOf(type.fieldsType());
        Optional<RuleFields> fields = Binder.bindPart(mapping, RuleFields.class, ownKeys, problems);
        Optional<F> own = Binder.bind(mapping.only(ownKeys), type.fieldsType(), problems);
        if (type instanceof OperationRule && mapping.get("operations").isEmpty()) {
            problems.add(mapping.position(), "`operations` is missing", "add `operations:`");
            return Optional.empty();
        }
        Optional<Matcher> matcher = own.flatMap(values -> matcher(mapping, type, values));
        Optional<RuleAction> action = fields.flatMap(values -> action(values.action()));
        if (fields.isEmpty() || matcher.isEmpty() || action.isEmpty()) {
            return Optional.empty();
        }
        if (matcher.get() instanceof Matcher.OfResponse && action.get() == RuleAction.REQUIRE_REVIEW) {
            problems.add(
                    fields.get().action().position(),
                    "a rule about responses cannot require a review, since the statement has run by then",
                    "write `action: deny`");
            return Optional.empty();
        }
        return Optional.of(new Draft(fields.get(), known, action.get(), matcher.get()));
    }

    private <F extends Record> Optional<Matcher> matcher(Mapping mapping, RuleType<F> type, F values) {
        try {
            return Optional.of(type.create(values));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofSentence(mapping.position(), String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    private Optional<RuleAction> action(Located<String> written) {
        switch (written.value()) {
            case "deny":
                return Optional.of(RuleAction.DENY);
            case "require_review":
                return Optional.of(RuleAction.REQUIRE_REVIEW);
            case "defer":
                problems.add(
                        written.position(),
                        "`defer` leaves the decision to the analyzer, which this build does not have",
                        "write `deny` or `require_review`");
                return Optional.empty();
            default:
                problems.add(
                        written.position(),
                        "`action` cannot be " + Echo.of("action", written.value()),
                        "write `deny` or `require_review`");
                return Optional.empty();
        }
    }

    private void refuseForeign(Draft draft, RuleVocabulary vocabulary) {
        String type = draft.type().type().name();
        problems.add(
                draft.fields().type().position(),
                draft.type()
                        .protocol()
                        .map(owner -> "rules of type `" + type + "` are for `" + owner + "` listeners, this one is `"
                                + vocabulary.protocol() + "`")
                        .orElse("a statement of `" + vocabulary.protocol() + "` names no tables, so the rule can never"
                                + " match"),
                "remove it");
    }

    private boolean knowOperations(List<Located<String>> operations, List<RuleVocabulary> vocabularies) {
        int before = problems.count();
        for (Located<String> operation : operations) {
            if (vocabularies.stream().noneMatch(vocabulary -> vocabulary.hasOperation(operation.value()))) {
                TreeSet<String> known = new TreeSet<>();
                vocabularies.forEach(vocabulary -> known.addAll(vocabulary.operations()));
                problems.add(
                        operation.position(),
                        "no statement has the operation " + Echo.of("operations", operation.value()),
                        "write one of `" + String.join("`, `", known) + "`");
            }
        }
        return problems.count() == before;
    }

    private static List<String> words(List<Located<String>> operations) {
        return operations.stream().map(Located::value).toList();
    }
}
