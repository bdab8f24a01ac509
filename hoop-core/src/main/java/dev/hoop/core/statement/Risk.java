package dev.hoop.core.statement;

import java.util.Locale;

/**
 * What is at stake when a statement runs, told from its classification: a hint to the reviewer, which decides nothing.
 *
 * @param level how much
 * @param why in words, free of secrets and of values
 */
public record Risk(Level level, String why) {

    /** How much is at stake, the worst last. */
    public enum Level {
        /** It reads, or changes nothing that lasts. */
        LOW,
        /** It adds or changes. */
        MEDIUM,
        /** It removes, changes structure or rights, or nobody can tell what it does. */
        HIGH;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** The word on the wire. */
        public String word() {
            return word;
        }
    }

    /** Of what cannot be told, which is never taken for harmless. */
    public static final Risk UNTOLD = new Risk(Level.HIGH, "what it does cannot be told");
}
