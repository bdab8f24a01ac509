package dev.hoop.proto.pg.internal.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values by name, no more than so many names and bytes of them; the one without a name, of which there is one at most, is always
 * remembered. Confined to its loop.
 */
final class Remembered<T> {

    private record Entry<T>(T value, int bytes) {}

    private final int maxNames;
    private final long maxBytes;
    private final Kept kept;
    private final Map<String, Entry<T>> named = new HashMap<>();
    private long namedBytes;

    /** By itself, since most drivers replace it with every statement. */
    private @Nullable T unnamed;

    private int unnamedBytes;

    Remembered(int maxNames, long maxBytes, Kept kept) {
        this.maxNames = maxNames;
        this.maxBytes = maxBytes;
        this.kept = kept;
    }

    @Nullable
    T get(String name) {
        if (name.isEmpty()) {
            return unnamed;
        }
        Entry<T> entry = named.isEmpty() ? null : named.get(name);
        return entry == null ? null : entry.value();
    }

    boolean hasUnnamed() {
        return unnamed != null;
    }

    /** All but the one without. */
    Set<String> names() {
        return named.keySet();
    }

    /** In the place of what the name stood for; false when there is no room, and nothing is remembered of the name. */
    boolean put(String name, T value, int size) {
        remove(name);
        if (name.isEmpty()) {
            kept.take(size);
            unnamed = value;
            unnamedBytes = size;
            return true;
        }
        if (named.size() >= maxNames || namedBytes + size > maxBytes || !kept.add(size)) {
            return false;
        }
        namedBytes += size;
        named.put(name, new Entry<>(value, size));
        return true;
    }

    void replace(String name, T known, T better) {
        if (!name.isEmpty()) {
            named.computeIfPresent(
                    name, (key, entry) -> entry.value() == known ? new Entry<>(better, entry.bytes()) : entry);
        } else if (unnamed == known) {
            unnamed = better;
        }
    }

    void remove(String name) {
        if (name.isEmpty()) {
            removeUnnamed();
            return;
        }
        Entry<T> entry = named.isEmpty() ? null : named.remove(name);
        if (entry != null) {
            kept.remove(entry.bytes());
            namedBytes -= entry.bytes();
        }
    }

    private void removeUnnamed() {
        if (unnamed != null) {
            kept.remove(unnamedBytes);
            unnamed = null;
        }
    }

    void clear() {
        removeUnnamed();
        if (!named.isEmpty()) {
            kept.remove(namedBytes);
            named.clear();
            namedBytes = 0;
        }
    }
}
