package dev.hoop.core.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of {@code WITH} that are visible at a place of a statement. A table that is spelled otherwise than the name (one in
 * quotes, the other not) is not taken for it, though a server may: one relation too many is better than one too few. Confined to
 * one scan.
 */
final class WithNames {

    /** How many may be visible at once. */
    static final int MAX = 256;

    private record Name(String name, boolean quoted) {}

    private final List<Name> names = new ArrayList<>(2);

    int count() {
        return names.size();
    }

    /** Makes a name visible; false when there are too many. */
    boolean add(String name, boolean quoted) {
        return names.size() < MAX && names.add(new Name(name, quoted));
    }

    /** Hides the names that came after the first {@code count}. */
    void keep(int count) {
        while (names.size() > count) {
            names.remove(names.size() - 1);
        }
    }

    boolean has(String name, boolean quoted, Names equality) {
        for (int i = names.size() - 1; i >= 0; i--) {
            Name visible = names.get(i);
            if (visible.quoted() == quoted && equality.same(visible.name(), name)) {
                return true;
            }
        }
        return false;
    }
}
