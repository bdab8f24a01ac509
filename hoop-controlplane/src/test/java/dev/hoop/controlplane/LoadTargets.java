package dev.hoop.controlplane;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The replicas that are there, as a load balancer has them: each caller has one of its own, unless that is gone. */
final class LoadTargets {

    private final List<URI> homes;
    private final List<URI> there;

    LoadTargets(List<URI> urls) {
        homes = new CopyOnWriteArrayList<>(urls);
        there = new CopyOnWriteArrayList<>(urls);
    }

    /** A call was not answered: until it is replaced, calls go to another one. */
    void gone(URI replica) {
        if (there.size() > 1) {
            there.remove(replica);
        }
    }

    /** Another one instead of one of them, which is there from now on. */
    void replace(int index, URI url) {
        homes.set(index, url);
        there.add(url);
    }

    /** Where a caller with that number goes. */
    URI of(int number) {
        URI home = homes.get(Math.floorMod(number, homes.size()));
        return there.contains(home) ? home : there.get(0);
    }
}
