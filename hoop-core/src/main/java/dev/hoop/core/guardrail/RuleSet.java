package dev.hoop.core.guardrail;

import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import java.util.List;

/**
 * The rules in force on one listener, in order. Immutable, safe for many threads; knows nothing of
 * {@link GuardrailMode}: it says what the rules say, and the gate makes of it what the mode says.
 *
 * <p>The first rule that matches and denies wins, and wins over every rule that asks for a review.
 */
public final class RuleSet {

    /** No rules. */
    public static final RuleSet EMPTY = of(List.of());

    /** A rule with its outcome, made beforehand. */
    private record Entry(Rule rule, RuleOutcome outcome) {
        boolean denies() {
            return rule.action() == RuleAction.DENY;
        }
    }

    private final List<Rule> rules;
    private final Entry[] ofStatements;
    private final Entry[] ofResponses;

    private RuleSet(List<Rule> rules) {
        this.rules = List.copyOf(rules);
        this.ofStatements = entries(rules, false);
        this.ofResponses = entries(rules, true);
    }

    /** @param rules in order: a listener's own first, then the inherited ones */
    public static RuleSet of(List<Rule> rules) {
        return new RuleSet(rules);
    }

    private static Entry[] entries(List<Rule> rules, boolean ofResponses) {
        return rules.stream()
                .filter(rule -> rule.isOfResponse() == ofResponses)
                .map(rule -> new Entry(
                        rule,
                        rule.action() == RuleAction.DENY ? new RuleOutcome.Deny(rule) : new RuleOutcome.Review(rule)))
                .toArray(Entry[]::new);
    }

    /** The rules, in order. */
    public List<Rule> rules() {
        return rules;
    }

    /** Whether any rule can ask for a review, so that the listener must name who approves. */
    public boolean canRequireReview() {
        for (Entry entry : ofStatements) {
            if (!entry.denies()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the whole statement must be read before {@link #evaluate} can be asked, given its head. It must where a rule
     * about wholes may come to look at it, or where the head alone asks for a review, since a person sees the whole. It
     * need not where the head alone is denied by a rule that comes before all of those.
     */
    public boolean needsWhole(Statement head) {
        boolean wholeMayDeny = false;
        boolean wanted = false;
        for (Entry entry : ofStatements) {
            Rule rule = entry.rule();
            boolean concerned = rule.isOfHead() ? rule.matches(head) : rule.needsWhole(head);
            if (!concerned) {
                continue;
            }
            if (rule.isOfHead() && entry.denies()) {
                // Nothing behind it changes the outcome, and no review before it either.
                return wholeMayDeny;
            }
            wholeMayDeny |= entry.denies();
            wanted = true;
        }
        return wanted;
    }

    /** Whether a rule may ask a person about the statement of which this is the head. */
    public boolean mayReview(Statement head) {
        for (Entry entry : ofStatements) {
            Rule rule = entry.rule();
            if (!entry.denies() && (rule.isOfHead() ? rule.matches(head) : rule.needsWhole(head))) {
                return true;
            }
        }
        return false;
    }

    /**
     * What the rules say of a statement and of each of its parts. Linear in the number of rules and in the statement's size.
     */
    public RuleOutcome evaluate(Statement statement) {
        RuleOutcome worst = evaluateOne(statement);
        if (statement.parts().isEmpty()) {
            // Most have none: iterating would cost every statement an iterator, on Java 25 for one.
            return worst;
        }
        for (Statement part : statement.parts()) {
            if (worst instanceof RuleOutcome.Deny) {
                return worst;
            }
            RuleOutcome ofPart = evaluateOne(part);
            if (ofPart instanceof RuleOutcome.Deny || worst == RuleOutcome.NONE) {
                worst = ofPart;
            }
        }
        return worst;
    }

    private RuleOutcome evaluateOne(Statement statement) {
        RuleOutcome review = RuleOutcome.NONE;
        for (Entry entry : ofStatements) {
            if (entry.denies()) {
                if (entry.rule().matches(statement)) {
                    return entry.outcome();
                }
            } else if (review == RuleOutcome.NONE && entry.rule().matches(statement)) {
                review = entry.outcome();
            }
        }
        return review;
    }

    /** Whether any rule looks at responses. */
    public boolean judgesResponses() {
        return ofResponses.length > 0;
    }

    /** What the rules say of an answer: {@link RuleOutcome.None} or {@link RuleOutcome.Deny}. */
    public RuleOutcome evaluateResponse(Statement statement, Response response) {
        for (Entry entry : ofResponses) {
            if (entry.rule().matches(statement, response)) {
                return entry.outcome();
            }
        }
        return RuleOutcome.NONE;
    }

    @Override
    public String toString() {
        return rules.stream().map(Rule::name).toList().toString();
    }
}
