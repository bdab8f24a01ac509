package dev.hoop.controlplane;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The replicas that are there, as a load balancer has them: each caller has one of its own, unless that is gone. One that
 * comes back gets its callers one after the other, as with HAProxy's {@code slowstart}: a JVM that just began has everything
 * to compile yet.
 */
final class LoadTargets {

    /** In so long a replica that comes back has all of its callers again. */
    private static final long SLOW_START =
            Duration.ofSeconds(Integer.getInteger("load.slowstart", 10)).toNanos();

    private static final int CALLERS = 50;

    private final List<URI> homes;
    private final List<URI> there;
    private final Map<URI, Long> since = new ConcurrentHashMap<>();

    LoadTargets(List<URI> urls) {
        homes = new CopyOnWriteArrayList<>(urls);
        there = new CopyOnWriteArrayList<>(urls);
    }

    /** It takes no connection: until it is replaced, calls go to another one. */
    void gone(URI replica) {
        if (there.size() > 1) {
            there.remove(replica);
        }
    }

    /** Another one instead of one of them, which is there from now on. */
    void replace(int index, URI url) {
        since.put(url, System.nanoTime());
        homes.set(index, url);
        there.add(url);
    }

    /** Where a caller with that number goes. */
    URI of(int number) {
        URI home = homes.get(Math.floorMod(number, homes.size()));
        return there.contains(home) && isTakenBack(home, number) ? home : there.get(0);
    }

    private boolean isTakenBack(URI home, int number) {
        Long start = since.get(home);
        return start == null || System.nanoTime() - start >= SLOW_START / CALLERS * Math.floorMod(number, CALLERS);
    }
}
