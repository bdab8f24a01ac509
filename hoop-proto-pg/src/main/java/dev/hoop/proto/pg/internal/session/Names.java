package dev.hoop.proto.pg.internal.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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
    private final Map<String, T> settled = new HashMap<>();

    /** What the current segment did so far; empty values are names that are gone or doubtful. */
    private final Map<String, Optional<T>> sent = new HashMap<>();

    private boolean allSent;

    /** The last segment that changed a name. */
    private final Map<String, Long> changedIn = new HashMap<>();

    private long allChangedIn;

    Names(Replies replies) {
        this.replies = replies;
    }

    Lookup<T> lookup(String name) {
        Optional<T> here = sent.get(name);
        if (here != null) {
            return here.<Lookup<T>>map(Lookup.Found::new).orElseGet(Lookup.Missing::new);
        }
        if (allSent) {
            return new Lookup.Missing<>();
        }
        if (!replies.isAnswered(allChangedIn) || !replies.isAnswered(changedIn.getOrDefault(name, 0L))) {
            return new Lookup.Unsettled<>();
        }
        T known = settled.get(name);
        return known == null ? new Lookup.Missing<>() : new Lookup.Found<>(known);
    }

    /** A message that gives the name a new meaning is on its way. */
    void sending(String name, T value) {
        sent.put(name, Optional.of(value));
    }

    /** A message that takes the name away, or makes it doubtful, is on its way. */
    void sendingRemoval(String name) {
        sent.put(name, Optional.empty());
    }

    /** The same for every name. */
    void sendingRemovalOfAll() {
        sent.clear();
        allSent = true;
    }

    /** More is known of what the name stands for, if it still stands for that. */
    void replace(String name, T known, T better) {
        if (settled.get(name) == known) {
            settled.put(name, better);
        }
        Optional<T> here = sent.get(name);
        if (here != null && here.filter(value -> value == known).isPresent()) {
            sent.put(name, Optional.of(better));
        }
    }

    /** The server did it. */
    void settle(String name, T value) {
        if (settled.size() < MAX_NAMES || settled.containsKey(name)) {
            settled.put(name, value);
        }
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
        if (!sent.isEmpty()) {
            sent.keySet().forEach(name -> changedIn.put(name, segment));
            sent.clear();
        }
    }

    /** Everything that was sent has been answered. */
    void allSettled() {
        if (!changedIn.isEmpty()) {
            changedIn.clear();
        }
    }
}
