package dev.hoop.core.audit;

import dev.hoop.core.statement.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an origin as they were written last: a session's statements come from one origin, and writing it anew took a
 * quarter of a record's time. Bounded; confined to its writer's thread.
 */
final class OriginCache {

    /** A power of two. Two busy sessions that share a slot cost each other the writing, nothing else. */
    private static final int SLOTS = 128;

    /** An origin with this many bytes of attributes is not worth the memory. */
    private static final int MAX_BYTES = 1024;

    @SuppressWarnings("ArrayRecordComponent") // only ever copied from
    private record Written(String listener, Origin origin, byte[] json) {}

    private final @Nullable Written[] slots = new @Nullable Written[SLOTS];

    void write(String listener, Origin origin, JsonBuffer out) {
        int slot = (int) origin.sessionId() & SLOTS - 1;
        Written known = slots[slot];
        // By identity: an origin is immutable, and comparing its fields costs what writing them does.
        if (known != null && known.origin() == origin && known.listener().equals(listener)) {
            out.raw(known.json());
            return;
        }
        int start = out.length();
        EventWriter.origin(listener, origin, out);
        byte[] json = out.copyFrom(start);
        slots[slot] = json.length <= MAX_BYTES ? new Written(listener, origin, json) : null;
    }
}
