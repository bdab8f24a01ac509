package dev.hoop.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that is refused. Its message is every problem, one a line. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    /** @param problems at least one */
    public ConfigException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Every problem, in the order of the document. */
    public List<Problem> problems() {
        return problems;
    }
}
