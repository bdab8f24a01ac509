package dev.hoop.core.guardrail;

import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import java.util.Optional;

/**
 * One rule, ready to run. Immutable, safe for many threads; matching allocates nothing of its own.
 *
 * @param name what the audit trail calls it
 * @param type its type's word
 * @param action what it does
 * @param message the text for the client of a statement that it denies
 * @param scope the operations that it looks at
 * @param matcher its condition
 */
public record Rule(String name, String type, RuleAction action, String message, OperationScope scope, Matcher matcher) {

    /** The text for the client where the author wrote none. */
    public static String defaultMessage(String name) {
        return "denied by rule " + name;
    }

    /** What its author wrote about it; empty where that is nothing. */
    public Optional<String> authorsMessage() {
        return message.equals(defaultMessage(name)) ? Optional.empty() : Optional.of(message);
    }

    boolean needsWhole(Statement head) {
        return matcher instanceof Matcher.OfWhole && scope.mayMatch(head);
    }

    boolean isOfHead() {
        return matcher instanceof Matcher.OfHead;
    }

    boolean isOfResponse() {
        return matcher instanceof Matcher.OfResponse;
    }

    /** Whether it matches a statement; a rule about responses never does. */
    boolean matches(Statement statement) {
        if (!scope.matches(statement)) {
            return false;
        }
        if (matcher instanceof Matcher.OfHead head) {
            return head.matches(statement);
        }
        return matcher instanceof Matcher.OfWhole whole && whole.matches(statement);
    }

    /** Whether it matches an answer; a rule about statements never does. */
    boolean matches(Statement statement, Response response) {
        return matcher instanceof Matcher.OfResponse answer
                && scope.matches(statement)
                && answer.matches(statement, response);
    }
}
