package dev.hoop.proto.pg.internal.session;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Prepared statements or portals by their names, as the server will know them when it comes to what is sent now.
 *
 * <p>Within a segment everything that was sent can be taken for done: where it fails, the server skips the rest. Of an
 * earlier segment that is not answered yet it cannot, so a name that such a one changed is unsettled, and whoever needs it
 * waits. Confined to its loop.
 */
final class Names<T> {

    /** What a name stands for. */
    sealed interface Lookup<T> {

        record Found<T>(T value) implements Lookup<T> {}

        /** The server has none of that name, or one that the sidecar did not see. */
        record Missing<T>() implements Lookup<T> {}

        /** It depends on answers that have not come. */
        record Unsettled<T>() implements Lookup<T> {}
    }

    /** More are not remembered: then they count as unseen. */
    private static final int MAX_NAMES = 10_000;

    private final Replies replies;
    private final Remembered<T> settled;

    /** What the current segment did so far. */
    private final Remembered<T> sent;

    /** The names that the current segment took away or made doubtful; the one without a name by itself, here and below. */
    private final Set<String> gone = new HashSet<>();

    private boolean allSent;

    private boolean unnamedGone;

    /** The last segment that changed a name. */
    private final Map<String, Long> changedIn = new HashMap<>();

    private long unnamedChangedIn;

    private long allChangedIn;

    /** @param maxBytes as much is remembered of what the names stand for, but for the one without a name */
    Names(Replies replies, long maxBytes, Kept kept) {
        this.replies = replies;
        this.settled = new Remembered<>(MAX_NAMES, maxBytes, kept);
        this.sent = new Remembered<>(MAX_NAMES, maxBytes, kept);
    }

    Lookup<T> lookup(String name) {
        T here = sent.get(name);
        if (here != null) {
            return new Lookup.Found<>(here);
        }
        if (allSent || isGone(name)) {
            return new Lookup.Missing<>();
        }
        if (!replies.isAnswered(allChangedIn) || !replies.isAnswered(lastChangeOf(name))) {
            return new Lookup.Unsettled<>();
        }
        T known = settled.get(name);
        return known == null ? new Lookup.Missing<>() : new Lookup.Found<>(known);
    }

    private boolean isGone(String name) {
        return name.isEmpty() ? unnamedGone : !gone.isEmpty() && gone.contains(name);
    }

    /** The number of the segment; none has the number 0. */
    private long lastChangeOf(String name) {
        if (name.isEmpty()) {
            return unnamedChangedIn;
        }
        return changedIn.isEmpty() ? 0 : changedIn.getOrDefault(name, 0L);
    }

    /** A message that gives the name a new meaning is on its way. */
    void sending(String name, T value, int bytes) {
        if (sent.put(name, value, bytes)) {
            if (name.isEmpty()) {
                unnamedGone = false;
            } else {
                gone.remove(name);
            }
        } else {
            sendingRemoval(name);
        }
    }

    /** A message that takes the name away, or makes it doubtful, is on its way. */
    void sendingRemoval(String name) {
        sent.remove(name);
        if (name.isEmpty()) {
            unnamedGone = true;
        } else if (gone.size() < MAX_NAMES) {
            gone.add(name);
        } else {
            sendingRemovalOfAll();
        }
    }

    /** The same for every name. */
    void sendingRemovalOfAll() {
        forgetSent();
        allSent = true;
    }

    /** More is known of what the name stands for, if it still stands for that. */
    void replace(String name, T known, T better) {
        settled.replace(name, known, better);
        sent.replace(name, known, better);
    }

    /** The server did it. */
    void settle(String name, T value, int bytes) {
        settled.put(name, value, bytes);
    }

    /** The server did it. */
    void settleRemoval(String name) {
        settled.remove(name);
    }

    /** The server did it. */
    void settleRemovalOfAll() {
        settled.clear();
    }

    /** The end of the current segment is being sent. */
    void endSegment(long segment) {
        if (allSent) {
            allChangedIn = segment;
            allSent = false;
        }
        if (unnamedGone || sent.hasUnnamed()) {
            unnamedChangedIn = segment;
        }
        noteChanges(sent.names(), segment);
        noteChanges(gone, segment);
        forgetSent();
        if (changedIn.size() > MAX_NAMES) {
            changedIn.clear();
            allChangedIn = segment;
        }
    }

    private void noteChanges(Set<String> names, long segment) {
        if (!names.isEmpty()) {
            names.forEach(name -> changedIn.put(name, segment));
        }
    }

    private void forgetSent() {
        sent.clear();
        if (!gone.isEmpty()) {
            gone.clear();
        }
        unnamedGone = false;
    }

    /** Everything that was sent has been answered. */
    void allSettled() {
        unnamedChangedIn = 0;
        if (!changedIn.isEmpty()) {
            changedIn.clear();
        }
    }
}
