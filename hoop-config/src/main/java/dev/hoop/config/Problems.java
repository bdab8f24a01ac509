package dev.hoop.config;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects every problem of one run, so that a person mends them all at once. Confined to one thread.
 *
 * <p>A problem that was found where an alias is used several times is kept once.
 */
public final class Problems {

    private static final Comparator<Problem> BY_POSITION = Comparator.comparing(
                    (Problem problem) -> problem.position().source())
            .thenComparingInt(problem -> problem.position().line())
            .thenComparingInt(problem -> problem.position().column());

    private final Set<Problem> found = new LinkedHashSet<>();

    /** Adds a problem; the same one twice counts once. */
    public void add(Problem problem) {
        found.add(problem);
    }

    /** Adds a problem from its parts, see {@link Problem}. */
    public void add(Position position, String message, String fix) {
        add(new Problem(position, message, fix));
    }

    /** Whether none was found. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** How many were found so far. */
    public int count() {
        return found.size();
    }

    /** What was found, in the order of the document; a copy. */
    public List<Problem> all() {
        return found.stream().sorted(BY_POSITION).toList();
    }

    /** @throws ConfigException when any problem was found; it carries all of them */
    public void throwIfAny() throws ConfigException {
        if (!found.isEmpty()) {
            throw new ConfigException(all());
        }
    }
}
