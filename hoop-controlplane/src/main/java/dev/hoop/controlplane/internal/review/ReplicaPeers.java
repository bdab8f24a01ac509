package dev.hoop.controlplane.internal.review;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The other replicas that are there. One that falls silent without a word of farewell may have died between a change and
 * telling of it. Times are those of {@link System#nanoTime}. Confined to one thread.
 */
final class ReplicaPeers {

    /** Several times as long as any replica is silent that can speak. */
    static final Duration SILENCE = Duration.ofSeconds(8);

    private final Map<String, Long> lastHeard = new HashMap<>();

    /**
     * Notes that a replica said that it is there.
     *
     * @return whether it is a new one
     */
    boolean isHere(String replica, long nanos) {
        return lastHeard.put(replica, nanos) == null;
    }

    /** Notes that a replica ended as it should. */
    void left(String replica) {
        lastHeard.remove(replica);
    }

    /** Forgets those that have been silent too long; whether there were any. */
    boolean anyFellSilent(long nanos) {
        return lastHeard.values().removeIf(heard -> nanos - heard > SILENCE.toNanos());
    }

    /** Forgets all. */
    void clear() {
        lastHeard.clear();
    }
}
