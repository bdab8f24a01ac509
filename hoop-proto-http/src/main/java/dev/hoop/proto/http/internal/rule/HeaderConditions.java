package dev.hoop.proto.http.internal.rule;

import dev.hoop.config.ConfigNode;
import dev.hoop.config.ConfigNode.Entry;
import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Scalar;
import dev.hoop.config.ConfigNode.Sequence;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code headers} and {@code headers_not}: either a mapping from names to globs (one, or a list of which one must
 * match), or a list of names that stand for any value.
 */
final class HeaderConditions {

    private static final List<String> ANY_VALUE = List.of("*");

    private HeaderConditions() {}

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException when they cannot be read; the message says what to write
     */
    static List<HeaderCondition> parse(String key, ConfigNode node) {
        if (node instanceof Mapping mapping) {
            return ofMapping(key, mapping);
        }
        if (node instanceof Sequence sequence) {
            return ofNames(key, sequence);
        }
        throw unreadable(key);
    }

    private static List<HeaderCondition> ofMapping(String key, Mapping mapping) {
        List<HeaderCondition> conditions = new ArrayList<>();
        for (Entry entry : mapping.entries()) {
            conditions.add(HeaderCondition.parse(entry.key(), values(key, entry.value())));
        }
        return List.copyOf(conditions);
    }

    private static List<String> values(String key, ConfigNode node) {
        if (node instanceof Scalar scalar) {
            return scalar.text().isEmpty() || scalar.isExplicitNull() ? ANY_VALUE : List.of(scalar.text());
        }
        if (node instanceof Sequence sequence && !sequence.items().isEmpty()) {
            return texts(key, sequence);
        }
        throw unreadable(key);
    }

    private static List<HeaderCondition> ofNames(String key, Sequence sequence) {
        return texts(key, sequence).stream()
                .map(name -> HeaderCondition.parse(name, ANY_VALUE))
                .toList();
    }

    private static List<String> texts(String key, Sequence sequence) {
        List<String> texts = new ArrayList<>();
        for (ConfigNode item : sequence.items()) {
            if (!(item instanceof Scalar scalar) || scalar.text().isEmpty()) {
                throw unreadable(key);
            }
            texts.add(scalar.text());
        }
        return texts;
    }

    private static IllegalArgumentException unreadable(String key) {
        return new IllegalArgumentException("`" + key + "` cannot be read; write header names with the values that they"
                + " may have, such as `x-env: prod*`, or a list of names");
    }
}
