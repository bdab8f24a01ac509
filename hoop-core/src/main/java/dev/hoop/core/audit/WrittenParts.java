package dev.hoop.core.audit;

import org.jspecify.annotations.Nullable;

/**
 * Parts of records as they were written last: a session's statements come from one origin, and a prepared statement says the
 * same each time. Writing both anew took half of a record's time. Bounded; confined to its writer's thread.
 */
final class WrittenParts {

    /** A power of two. Two busy owners that share a slot cost each other the writing, nothing else. */
    private static final int SLOTS = 256;

    /** A longer part is not worth the memory. */
    private static final int MAX_BYTES = 1024;

    @SuppressWarnings("ArrayRecordComponent") // only ever copied from
    private record Part(Object owner, byte[] json) {}

    private final @Nullable Part[] slots = new @Nullable Part[SLOTS];

    /**
     * Appends what was written for that owner last; false when that is not known.
     *
     * @param owner immutable, and told by identity: comparing its fields costs what writing them does
     */
    boolean append(Object owner, JsonBuffer out) {
        Part known = slots[slot(owner)];
        if (known == null || known.owner() != owner) {
            return false;
        }
        out.raw(known.json());
        return true;
    }

    /** Keeps what was written for that owner since the given length. */
    void keep(Object owner, JsonBuffer out, int start) {
        slots[slot(owner)] = out.length() - start <= MAX_BYTES ? new Part(owner, out.copyFrom(start)) : null;
    }

    private static int slot(Object owner) {
        return System.identityHashCode(owner) & SLOTS - 1;
    }
}
