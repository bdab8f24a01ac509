package dev.hoop.config;

import java.util.Optional;

/**
 * The place that a value is bound for.
 *
 * @param label how a sentence calls it
 * @param key the key that the value stands under, which tells whether it may be repeated
 */
record Slot(String label, String key, Optional<Range> range, boolean notEmpty) {

    /** The place of one item or value of what stands here. */
    Slot item() {
        return label.startsWith("each value of ") ? this : new Slot("each value of " + label, key, range, false);
    }
}
