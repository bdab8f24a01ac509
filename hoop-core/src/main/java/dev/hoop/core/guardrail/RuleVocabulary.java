package dev.hoop.core.guardrail;

import dev.hoop.core.statement.Statement;
import java.util.List;

/**
 * What the rules of one protocol's listeners can speak of.
 *
 * @param protocol the protocol id
 * @param types the rule types that only this protocol has
 * @param operations the words that its statements have as operation; empty when any word may be one
 * @param namesRelations whether its statements tell the relations that they touch
 */
public record RuleVocabulary(
        String protocol, List<RuleType<?>> types, List<String> operations, boolean namesRelations) {

    public RuleVocabulary {
        types = List.copyOf(types);
        operations = List.copyOf(operations);
    }

    boolean hasOperation(String word) {
        return operations.isEmpty()
                || word.equalsIgnoreCase(Statement.UNKNOWN)
                || operations.stream().anyMatch(word::equalsIgnoreCase);
    }
}
