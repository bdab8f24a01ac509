package dev.hoop.controlplane;

import java.util.List;

/** Approval rules that nobody could satisfy, for which reason nothing was written. Its message is every problem, one a line. */
public final class RuleRefusedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    /** @param problems at least one: where the rule stands if a file has it, which it is, who is missing, what to do */
    public RuleRefusedException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Every problem, in the order of the rules. */
    public List<String> problems() {
        return problems;
    }
}
