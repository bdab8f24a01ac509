package dev.hoop.config;

import java.util.List;
import java.util.Optional;

/** A part of a configuration document with its position. Immutable; prints itself without its values, which may be secret. */
public sealed interface ConfigNode {

    /** Where it starts. */
    Position position();

    /** What it is, in words that fit a sentence: {@code a mapping}, {@code a list}, {@code a number}, ... */
    String described();

    /**
     * Keys and values.
     *
     * @param entries in the order of the document, each key once
     */
    record Mapping(Position position, List<Entry> entries) implements ConfigNode {

        public Mapping {
            entries = List.copyOf(entries);
        }

        /** A mapping without entries. */
        public static Mapping empty(Position position) {
            return new Mapping(position, List.of());
        }

        /** The entry with that key. */
        public Optional<Entry> entry(String key) {
            for (Entry entry : entries) {
                if (entry.key().equals(key)) {
                    return Optional.of(entry);
                }
            }
            return Optional.empty();
        }

        /** The value of that key. */
        public Optional<ConfigNode> get(String key) {
            return entry(key).map(Entry::value);
        }

        /** The same mapping without some of its keys. */
        public Mapping without(List<String> keys) {
            return new Mapping(
                    position,
                    entries.stream()
                            .filter(entry -> !keys.contains(entry.key()))
                            .toList());
        }

        /** The same mapping with only some of its keys. */
        public Mapping only(List<String> keys) {
            return new Mapping(
                    position,
                    entries.stream().filter(entry -> keys.contains(entry.key())).toList());
        }

        @Override
        public String described() {
            return "a mapping";
        }

        @Override
        public String toString() {
            return "mapping at " + position + " with "
                    + entries.stream().map(Entry::key).toList();
        }
    }

    /**
     * One key of a mapping.
     *
     * @param key the key's text
     * @param keyPosition where the key stands
     */
    record Entry(String key, Position keyPosition, ConfigNode value) {}

    /** A list. */
    record Sequence(Position position, List<ConfigNode> items) implements ConfigNode {

        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String described() {
            return "a list";
        }

        @Override
        public String toString() {
            return "list of " + items.size() + " at " + position;
        }
    }

    /**
     * A single value.
     *
     * @param text as it stands in the document, quotes and escapes resolved
     * @param kind what YAML 1.2's core schema takes it for; {@link ScalarKind#STRING} for everything quoted
     */
    record Scalar(Position position, String text, ScalarKind kind) implements ConfigNode {

        /** Whether it says in so many words that there is no value: {@code null} or {@code ~}. */
        public boolean isExplicitNull() {
            return kind == ScalarKind.NULL && !text.isEmpty();
        }

        @Override
        public String described() {
            return kind == ScalarKind.NULL && text.isEmpty() ? "nothing" : kind.described();
        }

        @Override
        public String toString() {
            return kind.described() + " at " + position;
        }
    }
}
