package dev.hoop.proto.pg.internal.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values by name, no more than so many names and bytes of them. Confined to its loop. */
final class Remembered<T> {

    /** Statement and portal without a name: there is one at most, and it is always remembered. */
    private static final String UNNAMED = "";

    private record Entry<T>(T value, int bytes) {}

    private final int maxNames;
    private final long maxBytes;
    private final Kept kept;
    private final Map<String, Entry<T>> entries = new HashMap<>();
    private long bytes;

    Remembered(int maxNames, long maxBytes, Kept kept) {
        this.maxNames = maxNames;
        this.maxBytes = maxBytes;
        this.kept = kept;
    }

    @Nullable
    T get(String name) {
        Entry<T> entry = entries.get(name);
        return entry == null ? null : entry.value();
    }

    Set<String> names() {
        return entries.keySet();
    }

    /** In the place of what the name stood for; false when there is no room, and nothing is remembered of the name. */
    boolean put(String name, T value, int size) {
        remove(name);
        if (!name.equals(UNNAMED)) {
            if (entries.size() >= maxNames || bytes + size > maxBytes || !kept.add(size)) {
                return false;
            }
            bytes += size;
        } else {
            kept.take(size);
        }
        entries.put(name, new Entry<>(value, size));
        return true;
    }

    void replace(String name, T known, T better) {
        entries.computeIfPresent(
                name, (key, entry) -> entry.value() == known ? new Entry<>(better, entry.bytes()) : entry);
    }

    void remove(String name) {
        Entry<T> entry = entries.remove(name);
        if (entry != null) {
            kept.remove(entry.bytes());
            bytes -= name.equals(UNNAMED) ? 0 : entry.bytes();
        }
    }

    void clear() {
        if (!entries.isEmpty()) {
            Entry<T> unnamed = entries.get(UNNAMED);
            kept.remove(bytes + (unnamed == null ? 0 : unnamed.bytes()));
            entries.clear();
        }
        bytes = 0;
    }
}
