package dev.hoop.controlplane.internal.config;

import dev.hoop.config.Position;
import dev.hoop.config.Problem;
import dev.hoop.config.Problems;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes values that refuse what cannot be meant, and has the refusal told with its place. */
final class Checked {

    private Checked() {}

    /** What was made; empty when it was refused with an {@link IllegalArgumentException}, whose text is then a problem. */
    static <T> Optional<T> made(Position position, Problems problems, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofSentence(position, String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }
}
