package dev.hoop.core.guardrail;

import dev.hoop.core.statement.Statement;
import java.util.List;
import java.util.Set;

/**
 * The operations that a rule looks at. Words are compared without regard to case. A statement is looked at for its
 * operation and for each effect that was seen in it: its operation is the worst of them only, and a rule about a lesser
 * one must not be walked around by doing worse beside it. Immutable; matching allocates nothing where the statement has
 * one effect, its operation.
 */
public final class OperationScope {

    /** Every operation. */
    public static final OperationScope ALL = new OperationScope(List.of());

    private final String[] operations;

    private OperationScope(List<String> operations) {
        this.operations = operations.toArray(String[]::new);
    }

    /** @param operations the words; none for every operation */
    public static OperationScope of(List<String> operations) {
        return operations.isEmpty() ? ALL : new OperationScope(operations);
    }

    /** The words; none for every operation. */
    public List<String> operations() {
        return List.of(operations);
    }

    /** Whether a rule of this scope looks at the statement. */
    public boolean matches(Statement statement) {
        if (operations.length == 0 || has(statement.operation())) {
            return true;
        }
        Set<String> effects = statement.effects();
        if (effects.size() == 1 && effects.contains(statement.operation())) {
            // The one that was just compared: iterating would cost every statement an iterator.
            return false;
        }
        for (String effect : effects) {
            if (has(effect)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a rule of this scope may come to look at the statement of which this is the head: an operation that is not
     * known yet may become any.
     */
    boolean mayMatch(Statement head) {
        return isUnknown(head) || matches(head);
    }

    private static boolean isUnknown(Statement statement) {
        return Statement.UNKNOWN.equalsIgnoreCase(statement.operation());
    }

    private boolean has(String word) {
        for (String operation : operations) {
            if (operation.equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return operations.length == 0 ? "every operation" : String.join(", ", operations);
    }
}
